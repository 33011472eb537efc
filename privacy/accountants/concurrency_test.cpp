// Accountants are priced by many threads at once: the grid's cells share one catalog.
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

Event poisson(double q, double noise, std::int64_t count) {
  return {PoissonSampled{q, {{Gaussian{noise}}}}, count};
}

std::vector<Ledger> ledgers() {
  Heterogeneous many{.inner = {poisson(0.01, 1, 1)}};
  for (int t = 0; t < 40; ++t) many.noise_multiplier.push_back(1 + 0.001 * t);
  return {
      {Adjacency::add_remove, {{Gaussian{3}, 4}}},
      {Adjacency::add_remove, {poisson(0.02, 1, 500), {Laplace{5}, 3}}},
      {Adjacency::add_remove, {{many}}},
      {Adjacency::add_remove, {{Pure{0.1}, 30}, {Approximate{0.2, 1e-9}, 2}}},
      {Adjacency::replace_one, {{SampledWithoutReplacement{5, 100, {{Gaussian{4}}}}, 100}}},
      {Adjacency::replace_one, {poisson(0.01, 2, 300)}},
      {Adjacency::replace_one, {{Shuffled{500, 1}}}},
      {Adjacency::replace_one,
       {{NoisyIteration{
           NamedSchedule{"ma2022", {{"updates", 99}, {"step_sensitivity", 1}, {"beta0", 1}}}}}}},
  };
}

struct Answer {
  bool priced = false;
  Direction direction = Direction::upper;
  double epsilon = 0, lower = -1;
  std::string words{};  ///< note, or reason
  bool operator==(const Answer&) const = default;
};

Answer answer(const Accountant& accountant, const Ledger& ledger) {
  const auto price = accountant.price(ledger, 1e-6);
  if (!price) return {.words = price.skip().reason};
  return {.priced = true,
          .direction = price->direction,
          .epsilon = price->epsilon,
          .lower = price->epsilon_lower.value_or(-1),
          .words = price->note};
}

}  // namespace

TEST_CASE("accountants: shared by threads they give the bits and words of a serial run") {
  const std::vector<Ledger> all = ledgers();
  const auto names = accountant_catalog().accountants.names();
  std::vector<std::shared_ptr<const Accountant>> accountants;
  accountants.reserve(names.size());
  for (const std::string& name : names)
    accountants.push_back(accountant_catalog().accountants.make(name));
  constexpr std::size_t copies = 2;  // the same question by several threads at once
  const std::size_t questions = all.size() * accountants.size();
  std::vector<Answer> serial(questions), parallel(questions * copies);
  for (std::size_t i = 0; i < questions; ++i)
    serial[i] = answer(*accountants[i % accountants.size()], all[i / accountants.size()]);
  {
    // Plain threads, which ThreadSanitizer understands. Neighbours get the copies of a question.
    constexpr std::size_t threads = 4;
    std::vector<std::jthread> pool;
    pool.reserve(threads);
    for (std::size_t t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        for (std::size_t i = t; i < parallel.size(); i += threads) {
          const std::size_t question = i / copies;
          parallel[i] = answer(*accountants[question % accountants.size()],
                               all[question / accountants.size()]);
        }
      });
  }
  int priced = 0;
  for (std::size_t i = 0; i < parallel.size(); ++i) {
    CAPTURE(names[i / copies % accountants.size()]);
    CAPTURE(to_json(all[i / copies / accountants.size()]));
    CHECK(parallel[i] == serial[i / copies]);
    priced += parallel[i].priced ? 1 : 0;
  }
  CHECK(priced > 80);
}

}  // namespace dpsco
