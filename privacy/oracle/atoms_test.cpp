// Atoms of the loss, where strict and weak inequalities differ; exact values in 50 digits.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "privacy/add_accountants.hpp"
#include "privacy/numeric/loss_law_makers.hpp"
#include "privacy/numeric/pld_bracket.hpp"
#include "privacy/oracle/discrete.hpp"

namespace dpsco {

// opendp 2922: the atom left out.
TEST_CASE("an atom at the threshold is neither lost nor counted twice") {
  // delta(epsilon) of randomised response, asked exactly at, below and above each of its losses.
  constexpr int uses = 10;
  const std::vector<RepeatedLaw> laws{{pure_law(0.5), uses}};
  const PldBracket bracket = pld_bracket(laws, std::log(1e-3));
  const auto losses = oracle::randomised_response(oracle::Number("0.5"), uses);
  const auto exact = [&](double epsilon) {
    oracle::Number sum = 0;
    for (const auto& [loss, mass] : losses.items)
      if (loss > epsilon) sum += mass * (1 - exp(epsilon - loss));
    return double(log(sum));
  };
  for (int k = 0; k < uses; k += 2)
    for (const double shift : {-1e-9, 0.0, 1e-9}) {
      const double epsilon = std::max(0.0, 0.5 * k + shift);
      CAPTURE(epsilon);
      CHECK(bracket.lower.log_delta(epsilon) <= exact(epsilon));
      CHECK(bracket.upper.log_delta(epsilon) >= exact(epsilon));
      if (exact(epsilon) < -1.5)  // the curve is planned for delta = 1e-3
        CHECK(bracket.upper.log_delta(epsilon) <= exact(epsilon) + 1e-3);
    }
  CHECK(bracket.lower.log_delta(0.5 * uses) ==
        -std::numeric_limits<double>::infinity());  // nothing lies above the last atom
  // A mass that is lost altogether: finite from delta = 1e-6 on.
  const Ledger lossy{.adjacency = Adjacency::add_remove, .events = {{Approximate{0.5, 1e-6}}}};
  const auto priced = [&](const char* name, double delta) {
    return accountant_catalog().accountants.make(name)->price(lossy, delta)->epsilon;
  };
  for (const char* name : {"basic", "pld"}) {
    CHECK(std::isinf(priced(name, 1e-6 * (1 - 1e-9))));
    CHECK(priced(name, 1e-6 * (1 + 1e-9)) <= 0.5 * (1 + 1e-12));
  }
}

}  // namespace dpsco
