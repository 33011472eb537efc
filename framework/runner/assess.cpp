#include "framework/runner/assess.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "framework/problem/fits.hpp"

namespace dpsco {

namespace {

/// Why the price does not certify the target; empty if it does.
std::string uncertified(const Ledger& ledger, const Target& target, const Outcome<Price>& price) {
  if (ledger.adjacency != target.adjacency)
    return fmt::format("the ledger is stated for {}, the target for {}",
                       name(ledger.adjacency),
                       name(target.adjacency));
  if (!price)
    return fmt::format("the calibrating accountant can't price the ledger: {}",
                       price.skip().reason);
  if (price->direction != Direction::upper && price->direction != Direction::exact)
    return fmt::format(
        "the calibrating accountant gives a value of direction '{}', which proves "
        "nothing; calibrate with one that gives upper or exact",
        name(price->direction));
  // Written as what must hold, so that NaN does not pass.
  if (!(price->epsilon <= target.epsilon * (1 + 1e-9)))
    return fmt::format(
        "the ledger costs epsilon = {}, the target is {}", price->epsilon, target.epsilon);
  return {};
}

std::shared_ptr<const Plan> refuse(Record& record, Status status, std::string reason) {
  record.status = status;
  record.reason = std::move(reason);
  return nullptr;
}

}  // namespace

std::shared_ptr<const Plan> assess(const Cell& cell,
                                   const Facts& facts,
                                   const Toolbox& tools,
                                   Record& record) {
  record.cell = cell;
  record.n = facts.n;
  record.d = facts.d;
  record.radius_mark = name(facts.radius_mark);

  const Card& card = tools.catalog().algorithms.entry(cell.algorithm.name).card;
  const bool is_private = !card.privacy.empty();
  if (std::string unmet = unmet_need(card, facts, cell.loss.name); !unmet.empty())
    return refuse(record, Status::skipped, std::move(unmet));
  if (std::string other = unclaimed(card, cell.target.adjacency); is_private && !other.empty())
    return refuse(record, Status::skipped, std::move(other));

  const auto algorithm =
      tools.catalog().algorithms.make(cell.algorithm.name, cell.algorithm.parameters);
  const Budget budget{.target = cell.target, .calibrator = &tools.calibrator(cell.calibrate)};
  Outcome<std::shared_ptr<const Plan>> planned = algorithm->plan(facts, budget);
  if (!planned)
    return refuse(record,
                  planned.skip().kind == SkipKind::misfit ? Status::skipped : Status::infeasible,
                  planned.skip().reason);
  std::shared_ptr<const Plan> plan = *std::move(planned);
  require(plan != nullptr, "algorithm '{}' returned no plan and no reason", cell.algorithm.name);

  record.schedule = plan->schedule;
  record.ledger = to_json(plan->ledger);
  for (const std::string& name : cell.accountants)
    record.accounts.emplace(name, tools.accountant(name).price(plan->ledger, cell.target.delta));
  if (is_private) {
    require(!cell.calibrate.empty(),
            "algorithm '{}' claims {}: the cell must name the accountant to calibrate with",
            cell.algorithm.name,
            card.privacy);
    const auto listed = record.accounts.find(cell.calibrate);
    const Outcome<Price> price =
        listed != record.accounts.end()
            ? listed->second
            : tools.accountant(cell.calibrate).price(plan->ledger, cell.target.delta);
    if (std::string why = uncertified(plan->ledger, cell.target, price); !why.empty())
      return refuse(record, Status::infeasible, std::move(why));
  }
  record.status = Status::ok;
  return plan;
}

}  // namespace dpsco
