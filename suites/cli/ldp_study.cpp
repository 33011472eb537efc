#include "suites/cli/ldp_study.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "algorithms/decentralised/network.hpp"
#include "framework/core/check.hpp"
#include "framework/ledger/realised_loss.hpp"
#include "framework/runner/prepare.hpp"
#include "privacy/accountants/mixture.hpp"

namespace dpsco {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // [N, d]

template <class T>
T parameter(const Cell& cell, std::string_view name) {
  return std::get<T>(cell.algorithm.parameters.find(name)->second);
}

/// Widths [N, d] of the random weights in the round after x [N, d]: functions of what was sent.
using Widths = std::function<Matrix(const Matrix&)>;

Network network_of(const Cell& cell) {
  const auto network = make_network(parameter<std::string>(cell, "graph"),
                                    parameter<std::int64_t>(cell, "agents"),
                                    parameter<std::int64_t>(cell, "edges"),
                                    std::uint64_t(parameter<std::int64_t>(cell, "graph_seed")));
  require(bool(network), "{}", network ? "" : network.skip().reason);
  return *network;
}

/// Empty for a method without random weights.
Widths widths_of(const Cell& cell, const Plan& plan) {
  if (cell.algorithm.name == "private-admm") {
    const Matrix L = network_of(cell).laplacian();
    const double scale = 2 * plan.schedule.at("r") / plan.schedule.at("D");
    return [L, scale](const Matrix& x) -> Matrix { return scale * (L * x).cwiseAbs(); };
  }
  if (cell.algorithm.name != "private-gd-random-weights") return {};
  const Network network = network_of(cell);
  const Matrix W = make_mixing(network, parameter<std::string>(cell, "weights")).matrix();
  const auto theta = parameter<double>(cell, "theta");
  const auto family = parameter<std::string>(cell, "family");
  if (family == "lazy")
    return [W, theta](const Matrix& x) -> Matrix { return 2 * theta * (x - W * x).cwiseAbs(); };
  return [network, W, theta, extreme = family == "extreme"](const Matrix& x) {
    const Matrix centre = W * x;
    Matrix width(x.rows(), x.cols());
    for (Index i = 0; i < x.rows(); ++i)
      for (Index l = 0; l < x.cols(); ++l) {
        double low = x(i, l), high = x(i, l);
        for (const int j : network.neighbours(int(i))) {
          low = std::min(low, x(j, l));
          high = std::max(high, x(j, l));
        }
        width(i, l) =
            extreme ? theta * (high - low)
                    : 2 * theta * std::max(0.0, std::min(high - centre(i, l), centre(i, l) - low));
      }
    return width;
  };
}

/// rho of each agent's releases so far, weights counted.
class WeightedCost {
 public:
  WeightedCost(const Cell& cell, const Plan& plan, Index agents) : widths_(widths_of(cell, plan)) {
    const auto beta = plan.schedule.find("beta");
    if (!widths_ || beta == plan.schedule.end()) {
      widths_ = {};
      return;
    }
    const auto eta = plan.schedule.find("eta");
    const double alpha = eta != plan.schedule.end() ? eta->second : 1 / plan.schedule.at("D");
    rate_ = beta->second;
    release_.shift_inf = alpha * plan.schedule.at("B_inf");
    release_.shift_2 = alpha * plan.schedule.at("B_2");
    release_.shift_1 = alpha * plan.schedule.at("B_1");
    rho_.assign(std::size_t(agents), 0.0);
  }
  bool exists() const { return bool(widths_); }
  void release_after(const Matrix& x) {
    if (!widths_) return;
    const Matrix width = widths_(x);
    release_.rate.assign(std::size_t(x.cols()), rate_);
    for (Index i = 0; i < x.rows(); ++i) {
      release_.width.assign(width.row(i).begin(), width.row(i).end());
      const auto rho = mixture_rho(release_);
      require(bool(rho), "{}", rho ? "" : rho.skip().reason);
      rho_[std::size_t(i)] += *rho;
    }
  }
  double worst() const { return *std::max_element(rho_.begin(), rho_.end()); }
  /// rho of one release without weights.
  double plain() const {
    LaplaceUniformMixture plain = release_;
    plain.width.assign(plain.rate.size(), 0.0);
    const auto rho = mixture_rho(plain);
    require(bool(rho), "{}", rho ? "" : rho.skip().reason);
    return *rho;
  }

 private:
  Widths widths_;
  double rate_ = 0;
  LaplaceUniformMixture release_{};
  std::vector<double> rho_{};
};

/// The first `releases` of a ledger.
Ledger first_releases(const Ledger& ledger, std::int64_t releases) {
  Ledger out{.adjacency = ledger.adjacency};
  for (const Event& event : ledger.events) {
    const std::int64_t taken = std::min(event.count, releases);
    if (taken > 0) out.events.push_back({.mechanism = event.mechanism, .count = taken});
    releases -= taken;
  }
  return out;
}

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
  const auto rounds = plan.schedule.find("K");
  require(rounds != plan.schedule.end(), "{}: it has no rounds", cell.label);
  const auto K = std::int64_t(rounds->second);
  std::int64_t releases = 0;
  for (const Event& event : plan.ledger.events) releases += event.count;
  const double delta = cell.target.delta;
  const auto paper = plan.schedule.find("worst_case");
  const auto accuracy = catalog.metrics.make("test_accuracy"),
             gap = catalog.metrics.make("excess_empirical_risk");

  LossStudy study{.label = cell.label};
  std::optional<WeightedCost> weighted;
  const std::set<std::int64_t> looks{
      std::max<std::int64_t>(1, K / 10), std::max<std::int64_t>(1, K / 4), (K + 1) / 2, K};
  Recorder recorder;
  recorder.on_look = [&](const Snapshot& snapshot) {
    const Eigen::Map<const Matrix> x(snapshot.iterates.data(),
                                     snapshot.agents,
                                     Index(snapshot.iterates.size()) / snapshot.agents);
    if (!weighted) weighted.emplace(cell, plan, snapshot.agents);
    if (looks.contains(snapshot.round)) {
      Solution mean;
      const Eigen::RowVectorXd w = x.colwise().mean();
      mean.w.assign(w.begin(), w.end());
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
        if (snapshot.round == K) study.zcdp_gain = 1 - rho / (weighted->plain() * double(K));
      }
      if (snapshot.round == K && row.realised && row.paper)
        study.realised_ratio = *row.realised / *row.paper;
      study.rounds.push_back(row);
    }
    if (snapshot.round < K) weighted->release_after(x);
  };
  const Streams streams(cell.seed, cell.shared_key, cell.stream_key);
  RunContext context(
      streams, [] { return false; }, 1, &recorder);
  (void)plan.run(prepared->problem, context);
  return study;
}

std::string ldp_study_text(std::span<const Cell> cells,
                           const Catalog& catalog,
                           const Services& services) {
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
  std::set<std::string> seen;
  for (const Cell& cell : cells) {
    if (catalog.algorithms.entry(cell.algorithm.name).card.family != "decentralised" ||
        !seen.insert(cell.label).second)
      continue;
    try {
      const LossStudy study = study_losses(cell, catalog, services);
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
    } catch (const ConfigError& error) {
      failures += fmt::format("not studied: {}\n", error.what());
    }
  }
  return fmt::format(
      "Every loss against rounds, first repetition (nats, at the target's delta)\n\n{}\n"
      "d B_inf: the paper's pure worst case, sum d alpha beta B_inf. basic: pure, with the true L1 "
      "sensitivity.\nzcdp: (epsilon, delta) of the same ledger. weights: the same, as a filter "
      "charges the worst agent's random\nweights (docs/local_privacy.md). These "
      "four are about the same\nmessages, sharper from left to right; the last one is the budget "
      "that a filter would have needed on this path.\n* {}.\n\n"
      "What random weights gain: on average, and for certain\n\n{}\n"
      "* an average over the outputs of one run, NOT a guarantee: the worst case is not reduced. "
      "What a "
      "filter can\nguarantee is the gain in rho of the last column.\n{}",
      against_rounds,
      RealisedLoss::note,
      gains,
      failures);
}

}  // namespace dpsco
