#include "algorithms/decentralised/random_weight_gd.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "algorithms/decentralised/weighted_release.hpp"

namespace dpsco {

namespace {

enum class Family { lazy, wide, extreme };

/// The intervals that A_i(x)'s coordinates are uniform on: centre [d] and half width [d].
class Intervals {
 public:
  Intervals(Family family, double theta) : family_(family), theta_(theta) {}

  /// x [N, d] row-major.
  void at(const Network& network,
          int i,
          std::span<const double> x,
          std::span<double> centre,
          std::span<double> half) const {
    const std::size_t d = centre.size();
    network.mix(i, x, centre);
    const auto own = x.subspan(std::size_t(i) * d, d);
    if (family_ == Family::lazy) {
      for (std::size_t l = 0; l < own.size(); ++l) half[l] = theta_ * std::abs(own[l] - centre[l]);
      return;
    }
    for (std::size_t l = 0; l < own.size(); ++l) {
      double low = own[l], high = own[l];
      for (const int j : network.graph().neighbours(i)) {
        const double other = x[std::size_t(j) * d + l];
        low = std::min(low, other);
        high = std::max(high, other);
      }
      if (family_ == Family::extreme) {
        centre[l] = (low + high) / 2;
        half[l] = theta_ * (high - low) / 2;
      } else {
        // Not negative: W x is a convex combination, but rounds.
        half[l] = theta_ * std::max(0.0, std::min(high - centre[l], centre[l] - low));
      }
    }
  }

 private:
  Family family_;
  double theta_;
};

/// Sums, for each agent, what its coordinates' outputs cost.
struct RealisedObserver {
  double eta, rate, shift;
  const AgentVectors &centre, &half;
  std::vector<RealisedLoss>& spent;  ///< [N]

  void see(const AgentsRun& /*run*/,
           int i,
           std::span<const double> gradient,
           std::span<const double> out) const {
    RealisedLoss sum;
    for (std::size_t l = 0; l < out.size(); ++l) {
      const double left = centre.of(i)[l] - half.of(i)[l] - eta * gradient[l];
      sum += RealisedLoss({.rate = rate, .width = 2 * half.of(i)[l]}, out[l] - left, shift);
    }
    spent[std::size_t(i)] += sum;
  }
  void round_over(AgentsRun& run) const { run.set_realised_loss(spent); }
};

struct RandomWeights final : MixingPlan, WeightedReleases {
  using MixingPlan::MixingPlan;
  Family family = Family::lazy;
  double theta = 1;
  bool realised = false;
  double B_1 = 0, B_2 = 0, B_inf = 0;

  std::optional<double> weight_variance() const override {
    if (family == Family::lazy) return theta * theta / 3;
    return std::nullopt;
  }

  std::optional<LaplaceUniformMixture> next_release(int i,
                                                    std::span<const double> x) const override {
    if (noise.kind != BroadcastNoise::Kind::laplace) return {};
    const std::size_t d = x.size() / std::size_t(setup.agents());
    LaplaceUniformMixture release{.rate = std::vector(d, 1 / step_noise().scale),
                                  .width = std::vector(d, 0.0),
                                  .shift_inf = eta * B_inf,
                                  .shift_2 = eta * B_2,
                                  .shift_1 = eta * B_1};
    std::vector<double> centre(d);
    Intervals(family, theta).at(*setup.network, i, x, centre, release.width);
    for (double& width : release.width) width *= 2;
    return release;
  }

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    AgentVectors centre(setup.agents(), d), half(setup.agents(), d);
    const Intervals intervals(family, theta);
    const auto draw = [&](AgentsRun& run, int i, const AgentVectors& x, std::span<double> out) {
      const auto middle = centre.of(i), width = half.of(i);
      intervals.at(run.network, i, x.all(), middle, width);
      Stream& weights = run.weights[std::size_t(i)];
      for (std::size_t l = 0; l < d; ++l)
        out[l] = middle[l] + width[l] * (2 * weights.uniform() - 1);
    };
    if (!realised) return descend(*this, problem, context, draw);
    std::vector<RealisedLoss> spent(std::size_t(setup.agents()));
    return descend(*this,
                   problem,
                   context,
                   draw,
                   RealisedObserver{.eta = eta,
                                    .rate = 1 / step_noise().scale,
                                    .shift = eta * B_inf,
                                    .centre = centre,
                                    .half = half,
                                    .spent = spent});
  }
};

/// Why lazy weights may be negative; empty if they can't.
std::string not_convex(const Network& network, double theta) {
  double least_self = 1;
  for (int i = 0; i < network.agents(); ++i)
    least_self = std::min(least_self, network.self_weight(i));
  if ((1 + theta) * (1 - least_self) <= 1 + 1e-12) return {};
  return fmt::format(
      "lazy weights are negative at theta = {:.4g}: the smallest self-weight is {:.4g}, and convex "
      "weights need (1 + theta)(1 - w_ii) <= 1, so theta <= {:.4g}; family = wide is always "
      "convex, "
      "weights = lazy-metropolis allows theta = 1",
      theta,
      least_self,
      1 / (1 - least_self) - 1);
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> RandomWeightGd::plan(const Facts& facts,
                                                          const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const Family which = family == "lazy"   ? Family::lazy
                       : family == "wide" ? Family::wide
                                          : Family::extreme;
  if (convex == "yes" && which == Family::lazy)
    if (std::string why = not_convex(*planned->network, theta); !why.empty()) return Skip{why};
  if (realised == "yes" && noise != "laplace")
    return Skip{"the realised loss is defined for Laplace noise: noise = laplace or realised = no"};
  StepWish weighted = wish(*planned, facts, dgd_limit(*planned));
  weighted.random_weights = true;
  auto step = noisy_step(*planned, facts, budget, weighted);
  if (!step) return step.skip();

  std::map<std::string, double> more{{"mean_preserving", which == Family::extreme ? 0 : 1}};
  const double factor = sensitivity_factor(0, budget.target.adjacency);
  const double B_1 = factor * planned->C_1, B_2 = factor * planned->C_2,
               B_inf = factor * planned->C_inf;
  if (noise == "laplace")
    more["worst_case_d_B_inf"] =
        double(planned->rounds) * double(facts.d) * B_inf / step->noise.scale;
  auto plan = std::make_shared<RandomWeights>(
      *std::move(planned), *step, release == "average", std::move(more));
  plan->family = which;
  plan->theta = theta;
  plan->realised = realised == "yes";
  plan->B_1 = B_1;
  plan->B_2 = B_2;
  plan->B_inf = B_inf;
  return {std::move(plan)};
}

}  // namespace dpsco
