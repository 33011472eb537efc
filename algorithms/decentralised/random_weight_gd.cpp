#include "algorithms/decentralised/random_weight_gd.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "algorithms/decentralised/realised.hpp"

namespace dpsco {

namespace {

enum class Family { lazy, wide, extreme };

/// The intervals that A_i(x)'s coordinates are uniform on: centre [d] and half width [d].
class Intervals {
 public:
  Intervals(Family family, double theta) : family_(family), theta_(theta) {}

  void at(const Network& network,
          int i,
          const AgentVectors& x,
          std::span<double> centre,
          std::span<double> half) const {
    network.mix(i, x.all(), centre);
    const auto own = x.of(i);
    if (family_ == Family::lazy) {
      for (std::size_t l = 0; l < own.size(); ++l) half[l] = theta_ * std::abs(own[l] - centre[l]);
      return;
    }
    for (std::size_t l = 0; l < own.size(); ++l) {
      double low = own[l], high = own[l];
      for (const int j : network.graph().neighbours(i)) {
        low = std::min(low, x.of(j)[l]);
        high = std::max(high, x.of(j)[l]);
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
  std::vector<double>& spent;  ///< [N] nats

  void see(const AgentsRun& /*run*/,
           int i,
           std::span<const double> gradient,
           std::span<const double> out) const {
    double sum = 0;
    for (std::size_t l = 0; l < out.size(); ++l) {
      const double width = 2 * half.of(i)[l];
      const double left = centre.of(i)[l] - half.of(i)[l] - eta * gradient[l];
      sum += realised_loss(rate, width, out[l] - left, shift);
    }
    spent[std::size_t(i)] += sum;
  }
  void round_over(AgentsRun& run) const {
    double sum = 0;
    for (const double nats : spent) sum += nats;
    run.set_realised_loss(sum / run.agents);
  }
};

struct RandomWeights final : MixingPlan {
  using MixingPlan::MixingPlan;
  Family family = Family::lazy;
  double theta = 1;
  bool realised = false;
  double B_inf = 0;

  std::optional<double> weight_variance() const override {
    if (family == Family::lazy) return theta * theta / 3;
    return std::nullopt;
  }

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    AgentVectors centre(setup.agents(), d), half(setup.agents(), d);
    const Intervals intervals(family, theta);
    const auto draw = [&](AgentsRun& run, int i, const AgentVectors& x, std::span<double> out) {
      const auto middle = centre.of(i), width = half.of(i);
      intervals.at(run.network, i, x, middle, width);
      Stream& weights = run.weights[std::size_t(i)];
      for (std::size_t l = 0; l < d; ++l)
        out[l] = middle[l] + width[l] * (2 * weights.uniform() - 1);
    };
    if (!realised) return descend(*this, problem, context, draw);
    std::vector<double> spent(std::size_t(setup.agents()), 0.0);
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
  auto step = noisy_step(*planned, facts, budget, wish(*planned, facts, dgd_limit(*planned)));
  if (!step) return step.skip();

  std::map<std::string, double> more{{"mean_preserving", which == Family::extreme ? 0 : 1}};
  const double B_inf = sensitivity_factor(0, budget.target.adjacency) * planned->C_inf;
  if (noise == "laplace")
    more["worst_case_d_B_inf"] =
        double(planned->rounds) * double(facts.d) * B_inf / step->noise.scale;
  auto plan = std::make_shared<RandomWeights>(
      *std::move(planned), *step, release == "average", std::move(more));
  plan->family = which;
  plan->theta = theta;
  plan->realised = realised == "yes";
  plan->B_inf = B_inf;
  return {std::move(plan)};
}

}  // namespace dpsco
