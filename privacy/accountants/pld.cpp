#include "privacy/accountants/pld.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/core/check.hpp"
#include "privacy/numeric/loss_law_events.hpp"
#include "privacy/numeric/pld_bracket.hpp"

namespace dpsco {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_uses = 1e12;     // beyond, rounding alone is larger than any delta
constexpr double widest_loss = 1.5e6;  // quadrature panels are about 8 wide: seconds of work

double uses(const std::vector<RepeatedLaw>& laws) {
  double sum = 0;
  for (const RepeatedLaw& law : laws) sum += double(law.count);
  return sum;
}

/// The widest range of losses that takes quadrature all along it.
double loss_range(const std::vector<RepeatedLaw>& laws) {
  double widest = 0;
  for (const RepeatedLaw& law : laws)
    for (const Segment& segment : law.law.segments) {
      if (segment.base == Segment::Base::laplace)
        widest = std::max(widest, 2 * segment.scale);
      else if (segment.q < 1)
        widest = std::max(widest, segment.scale * segment.scale);
    }
  return widest;
}

}  // namespace

std::vector<Param<PldAccountant>> PldAccountant::parameters() {
  return {real("accuracy",
               &PldAccountant::accuracy,
               {1e-8, 0.1},
               "",
               "wished relative width of the bracket"),
          whole("bins",
                &PldAccountant::bins,
                {1, 512},
                "",
                "noise ratios told apart in a heterogeneous event")};
}

Outcome<Price> PldAccountant::price(const Ledger& ledger, double delta) const {
  require(0 < delta && delta < 1, "delta = {} is outside (0, 1)", delta);
  const auto laws = ledger_laws(ledger, bins);
  if (!laws) return laws.skip();
  if (laws->infinite)
    return Price{.epsilon = infinity, .direction = Direction::exact, .note = "no noise"};
  if (laws->upper.front().empty())
    return Price{.epsilon = 0, .direction = Direction::exact, .epsilon_lower = 0};
  const double log_delta = std::log(delta);
  const PldOptions options{.accuracy = accuracy};
  Price price{.epsilon = 0, .direction = Direction::upper};
  double lower = 0;
  std::size_t points = 0;
  for (const auto& list : laws->upper) {
    if (uses(list) > most_uses)
      return Skip{fmt::format("{:g} steps are more than the {:g} that double precision can bound",
                              uses(list),
                              most_uses)};
    if (loss_range(list) > widest_loss)
      return Skip{
          fmt::format("so little noise that a single loss ranges over {:.3g} nats, more than "
                      "the {:.3g} that a lattice is made for: use 'rdp'",
                      loss_range(list),
                      widest_loss)};
    const PldBracket bracket = pld_bracket(list, log_delta, options);
    const double above = bracket.upper.epsilon(log_delta);
    const double beneath = bracket.lower.epsilon(log_delta);
    if (std::isinf(above) && std::isfinite(beneath))
      return Skip{
          fmt::format("{:g} steps whose losses differ this much in size need more than 256 MiB for "
                      "any bound at "
                      "delta = {:g}",
                      uses(list),
                      delta)};
    price.epsilon = std::max(price.epsilon, above);
    if (laws->same) lower = std::max(lower, beneath);
    points = std::max(points, bracket.points);
  }
  if (!laws->same)
    for (const auto& list : laws->lower)
      lower = std::max(lower, pld_bracket(list, log_delta, options).lower.epsilon(log_delta));
  if (!laws->lower.empty()) price.epsilon_lower = std::min(lower, price.epsilon);
  price.note = fmt::format("{} lattice points", points);
  return price;
}

}  // namespace dpsco
