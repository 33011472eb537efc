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

Assessment refused(Assessment so_far, Status status, std::string reason) {
  so_far.status = status;
  so_far.reason = std::move(reason);
  so_far.plan = nullptr;
  return so_far;
}

Assessment assessed(const Cell& cell, const Facts& facts, const Toolbox& tools) {
  const Card& card = tools.catalog().algorithms.entry(cell.algorithm.name).card;
  const bool is_private = !card.privacy.empty();
  if (std::string unmet = unmet_need(card, facts, cell.loss.name); !unmet.empty())
    return refused({}, Status::skipped, std::move(unmet));
  if (std::string other = unclaimed(card, cell.target.adjacency); is_private && !other.empty())
    return refused({}, Status::skipped, std::move(other));
  if (is_private && cell.target.adjacency == Adjacency::add_remove &&
      facts.n_mark != Mark::declared)
    return refused({},
                   Status::skipped,
                   "add_remove hides how many records there are, but n was counted in the file: "
                   "declare it (data.n)");

  const auto algorithm =
      tools.catalog().algorithms.make(cell.algorithm.name, cell.algorithm.parameters);
  const Budget budget{.target = cell.target, .calibrator = &tools.calibrator(cell.calibrate)};
  Outcome<std::shared_ptr<const Plan>> planned = algorithm->plan(facts, budget);
  if (!planned)
    return refused({},
                   planned.skip().kind == SkipKind::misfit ? Status::skipped : Status::infeasible,
                   planned.skip().reason);
  Assessment found{.status = Status::ok, .plan = *std::move(planned)};
  require(
      found.plan != nullptr, "algorithm '{}' returned no plan and no reason", cell.algorithm.name);

  found.schedule = found.plan->schedule;
  found.ledger = to_json(found.plan->ledger);
  for (const std::string& name : cell.accountants)
    found.accounts.emplace(name,
                           tools.accountant(name).price(found.plan->ledger, cell.target.delta));
  if (!is_private) return found;
  require(!cell.calibrate.empty(),
          "algorithm '{}' claims {}: the cell must name the accountant to calibrate with",
          cell.algorithm.name,
          card.privacy);
  const auto listed = found.accounts.find(cell.calibrate);
  const Outcome<Price> price =
      listed != found.accounts.end()
          ? listed->second
          : tools.accountant(cell.calibrate).price(found.plan->ledger, cell.target.delta);
  if (std::string why = uncertified(found.plan->ledger, cell.target, price); !why.empty())
    return refused(std::move(found), Status::infeasible, std::move(why));
  return found;
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
  std::shared_ptr<const Assessment> found = tools.plans().find(cell, facts);
  if (found == nullptr) {
    found = std::make_shared<const Assessment>(assessed(cell, facts, tools));
    tools.plans().put(cell, facts, found);
  }
  record.status = found->status;
  record.reason = found->reason;
  record.schedule = found->schedule;
  record.ledger = found->ledger;
  record.accounts = found->accounts;
  return found->plan;
}

}  // namespace dpsco
