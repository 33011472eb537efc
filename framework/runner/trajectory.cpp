#include "framework/runner/trajectory.hpp"

#include <algorithm>
#include <cmath>

#include "framework/ledger/first_releases.hpp"
#include "framework/runner/gauges.hpp"

namespace dpsco {

std::vector<double> mean_iterate(std::span<const double> iterates, Index agents) {
  const std::size_t d = iterates.size() / std::size_t(agents);
  std::vector<double> mean(d, 0.0);
  for (std::size_t i = 0; i < iterates.size(); ++i) mean[i % d] += iterates[i] / double(agents);
  return mean;
}

void Trajectory::look(const Snapshot& snapshot) {
  const Stopwatch watch;
  TrajectoryPoint point{.round = snapshot.round};
  Solution here{.w = mean_iterate(snapshot.iterates, snapshot.agents),
                .sent_bytes = snapshot.sent_bytes,
                .realised_loss = snapshot.realised_loss};
  if (snapshot.agents > 1) here.agents.assign(snapshot.iterates.begin(), snapshot.iterates.end());
  for (const std::string& name : metrics_) {
    const Metric& metric = tools_.metric(name);
    if (metric.needs_optimum() && !prepared_.truth.optimum) continue;
    const Outcome<double> value = metric.measure(prepared_.problem, prepared_.truth, here);
    if (value && std::isfinite(*value)) point.values[name] = *value;
  }
  points_.push_back(std::move(point));
  if (std::int64_t(points_.size()) > looks_) {
    std::vector<TrajectoryPoint> kept;
    spacing_ *= 2;
    for (TrajectoryPoint& each : points_)
      if (each.round % spacing_ == 0) kept.push_back(std::move(each));
    points_ = std::move(kept);
  }
  const Timing spent = watch.stop(false);
  wall_ += spent.wall;
  cpu_ += spent.cpu;
}

void price_trajectory(std::span<TrajectoryPoint> points,
                      const Plan& plan,
                      const Cell& cell,
                      const Toolbox& tools) {
  const auto rounds = plan.schedule.find("rounds");
  if (rounds == plan.schedule.end() || !(rounds->second >= 1)) return;
  const auto all = double(release_count(plan.ledger));
  for (TrajectoryPoint& point : points) {
    const double share = std::min(1.0, double(point.round) / rounds->second);
    const Ledger spent =
        first_releases(plan.ledger, std::int64_t(std::ceil(all * share * (1 - 1e-12))));
    for (const std::string& name : cell.accountants) {
      const auto price = tools.accountant(name).price(spent, cell.target.delta);
      if (price && std::isfinite(price->epsilon)) point.values["epsilon/" + name] = price->epsilon;
    }
  }
}

}  // namespace dpsco
