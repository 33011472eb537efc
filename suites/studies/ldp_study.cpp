#include "suites/studies/ldp_study.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algorithms/decentralised/weighted_release.hpp"
#include "framework/core/check.hpp"
#include "framework/ledger/first_releases.hpp"
#include "framework/ledger/realised_loss.hpp"
#include "framework/runner/prepare.hpp"
#include "privacy/accountants/mixture.hpp"

namespace dpsco {

namespace {

/// rho of each agent's releases so far, this path's random weights counted.
class WeightedCost {
 public:
  WeightedCost(const Plan& plan, Index agents)
      : releases_(dynamic_cast<const WeightedReleases*>(&plan)), rho_(std::size_t(agents), 0.0) {}
  /// False for a method without random weights, or with other noise than Laplace noise.
  bool exists() const { return releases_ != nullptr; }
  void release_after(std::span<const double> x) {
    for (std::size_t i = 0; exists() && i < rho_.size(); ++i) {
      auto release = releases_->next_release(int(i), x);
      if (!release) {
        releases_ = nullptr;
        return;
      }
      rho_[i] += rho_of(*release);
      if (i > 0) continue;
      release->width.assign(release->width.size(), 0.0);
      plain_ += rho_of(*release);
    }
  }
  double worst() const { return *std::max_element(rho_.begin(), rho_.end()); }
  /// The same without weights, of any agent.
  double plain() const { return plain_; }

 private:
  static double rho_of(const LaplaceUniformMixture& release) {
    const auto rho = mixture_rho(release);
    require(bool(rho), "{}", rho ? "" : rho.skip().reason);
    return *rho;
  }

  const WeightedReleases* releases_;
  std::vector<double> rho_;
  double plain_ = 0;
};

std::optional<double> priced(const Catalog& catalog,
                             const std::string& accountant,
                             const Ledger& ledger,
                             double delta) {
  const auto price = catalog.accountants.make(accountant)->price(ledger, delta);
  if (!price) return {};
  return price->epsilon;
}

struct Recorder final : TrajectoryRecorder {
  std::function<void(const Snapshot&)> on_look{};
  bool wants(std::int64_t /*round*/) const override { return true; }
  void look(const Snapshot& snapshot) override { on_look(snapshot); }
};

std::string cell_text(std::optional<double> value, const char* format = "{:.4g}") {
  return value ? fmt::format(fmt::runtime(format), *value) : std::string("-");
}

}  // namespace

LossStudy study_losses(const Cell& cell, const Catalog& catalog, const Services& services) {
  const Preparation preparation = prepare_problem(cell, catalog, services, true);
  const auto& prepared = preparation.prepared;
  require(prepared != nullptr, "{}: {}", cell.label, preparation.failure);
  const auto accountant = catalog.accountants.make(cell.calibrate);
  const auto calibrator = services.make_calibrator(*accountant);
  const auto planned = catalog.algorithms.make(cell.algorithm.name, cell.algorithm.parameters)
                           ->plan(prepared->problem.facts, {cell.target, calibrator.get()});
  require(bool(planned), "{}: {}", cell.label, planned ? "" : planned.skip().reason);
  const Plan& plan = **planned;
  const auto rounds = plan.schedule.find("rounds");
  require(rounds != plan.schedule.end(), "{}: it has no rounds", cell.label);
  const auto K = std::int64_t(rounds->second);
  const std::int64_t releases = release_count(plan.ledger);
  const double delta = cell.target.delta;
  const auto paper = plan.schedule.find("worst_case_d_B_inf");
  const auto accuracy = catalog.metrics.make("test_accuracy"),
             gap = catalog.metrics.make("excess_empirical_risk");

  LossStudy study{.label = cell.label};
  std::optional<WeightedCost> weighted;
  const std::set<std::int64_t> looks{
      std::max<std::int64_t>(1, K / 10), std::max<std::int64_t>(1, K / 4), (K + 1) / 2, K};
  Recorder recorder;
  recorder.on_look = [&](const Snapshot& snapshot) {
    if (!weighted) weighted.emplace(plan, snapshot.agents);
    if (looks.contains(snapshot.round)) {
      const std::size_t d = snapshot.iterates.size() / std::size_t(snapshot.agents);
      Solution mean{.w = std::vector<double>(d, 0.0)};
      for (std::size_t k = 0; k < snapshot.iterates.size(); ++k)
        mean.w[k % d] += snapshot.iterates[k] / double(snapshot.agents);
      const auto measured = [&](const Metric& metric) {
        const auto value = metric.measure(prepared->problem, prepared->truth, mean);
        return value ? *value : std::numeric_limits<double>::quiet_NaN();
      };
      const std::int64_t spent = (snapshot.round * releases + K - 1) / K;
      const Ledger so_far = first_releases(plan.ledger, spent);
      LossesAtRound row{.round = snapshot.round,
                        .accuracy = measured(*accuracy),
                        .gap = measured(*gap),
                        .pure = priced(catalog, "basic", so_far, delta),
                        .zcdp = priced(catalog, "zcdp", so_far, delta),
                        .realised = snapshot.realised_loss};
      if (paper != plan.schedule.end())
        row.paper = paper->second * double(snapshot.round) / double(K);
      if (weighted->exists()) {
        const double rho = weighted->worst();
        row.filtered = rho + 2 * std::sqrt(rho * std::log(1 / delta));
        if (snapshot.round == K) study.zcdp_gain = 1 - rho / weighted->plain();
      }
      if (snapshot.round == K && row.realised && row.paper)
        study.realised_ratio = *row.realised / *row.paper;
      study.rounds.push_back(row);
    }
    if (snapshot.round < K) weighted->release_after(snapshot.iterates);
  };
  const Streams streams(cell.seed, cell.shared_key, cell.stream_key);
  RunContext context(
      streams, [] { return false; }, 1, &recorder);
  (void)plan.run(prepared->problem, context);
  return study;
}

LdpStudies study_all(std::span<const Cell> cells,
                     const Catalog& catalog,
                     const Services& services) {
  LdpStudies out;
  std::set<std::string> seen;
  for (const Cell& cell : cells) {
    if (catalog.algorithms.entry(cell.algorithm.name).card.family != "decentralised" ||
        !seen.insert(cell.label).second)
      continue;
    try {
      out.studies.push_back(study_losses(cell, catalog, services));
    } catch (const ConfigError& error) {
      out.failures.emplace_back(error.what());
    }
  }
  return out;
}

std::string ldp_study_text(const LdpStudies& all) {
  std::string against_rounds =
                  fmt::format("{:<22} {:>5} {:>8} {:>9} {:>9} {:>9} {:>8} {:>8} {:>9}\n",
                              "label",
                              "round",
                              "accuracy",
                              "gap",
                              "d B_inf",
                              "basic",
                              "zcdp",
                              "weights",
                              "realised*"),
              gains = fmt::format("{:<22} {:>19} {:>18} {:>14}\n",
                                  "label",
                                  "realised*/d B_inf",
                                  "average reduction*",
                                  "zCDP rho gain"),
              failures;
  for (const LossStudy& study : all.studies) {
    for (const LossesAtRound& row : study.rounds)
      against_rounds +=
          fmt::format("{:<22} {:>5} {:>8.4f} {:>9.4f} {:>9} {:>9} {:>8} {:>8} {:>9}\n",
                      study.label,
                      row.round,
                      row.accuracy,
                      row.gap,
                      cell_text(row.paper),
                      cell_text(row.pure),
                      cell_text(row.zcdp),
                      cell_text(row.filtered),
                      cell_text(row.realised));
    if (study.realised_ratio && study.zcdp_gain)
      gains += fmt::format("{:<22} {:>19.3f} {:>16.1f} % {:>12.1f} %\n",
                           study.label,
                           *study.realised_ratio,
                           100 * (1 - *study.realised_ratio),
                           100 * *study.zcdp_gain);
  }
  for (const std::string& failure : all.failures)
    failures += fmt::format("not studied: {}\n", failure);
  return fmt::format(
      "Every loss against rounds, first repetition (nats, at the target's delta)\n\n{}\n"
      "d B_inf: the paper's pure worst case, sum d alpha beta B_inf. basic: pure, with the true L1 "
      "sensitivity.\nzcdp: (epsilon, delta) of the same ledger. weights: the same, as a filter "
      "charges the worst agent's random\nweights (docs/local_privacy.md). These four are about the "
      "same messages, sharper from left to right; the last\none is the budget that a filter would "
      "have needed on this path.\n* {}.\n\n"
      "What random weights gain: on average, and for certain\n\n{}\n"
      "* an average over the outputs of one run, NOT a guarantee: the worst case is not reduced. "
      "What a filter can\nguarantee is the gain in rho of the last column.\n{}",
      against_rounds,
      RealisedLoss::note,
      gains,
      failures);
}

std::string ldp_study_json(const LdpStudies& all) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto number = [](std::optional<double> value) {
    return value && std::isfinite(*value) ? nlohmann::ordered_json(*value)
                                          : nlohmann::ordered_json(nullptr);
  };
  for (const LossStudy& study : all.studies)
    for (const LossesAtRound& row : study.rounds)
      list.push_back({{"label", study.label},
                      {"round", row.round},
                      {"test_accuracy", number(row.accuracy)},
                      {"excess_empirical_risk", number(row.gap)},
                      {"worst_case_d_B_inf", number(row.paper)},
                      {"epsilon/basic", number(row.pure)},
                      {"epsilon/zcdp", number(row.zcdp)},
                      {"epsilon/zcdp-filter-with-weights", number(row.filtered)},
                      {"realised_loss_no_guarantee", number(row.realised)}});
  return list.dump(2) + "\n";
}

}  // namespace dpsco
