// What the gradient methods of a network share: step size, noise, ledger, and the loop
//
//   x_i <- A_i(x) - eta grad f_i(x_i) + Delta_i,   all agents at once, then broadcast,
//
// in which the methods differ by the mixing A_i.
#pragma once

#include "algorithms/decentralised/agents_run.hpp"
#include "algorithms/decentralised/broadcast_noise.hpp"

namespace dpsco {

/// What a method asks of the calibrator.
struct StepWish {
  double eta = 0;    ///< step size; 0: the balanced one, at most `limit`
  double limit = 0;  ///< largest step that the method is stable with
  BroadcastNoise::Kind noise = BroadcastNoise::Kind::none;
  Contribution C{};             ///< one record's, to what is noised, before the step size
  bool random_weights = false;  ///< Laplace noise beside random weights
  double gradient = 0;     ///< bound on the mean square length of a round's noiseless step / eta
  std::int64_t count = 1;  ///< noisy releases of one agent
};

/// A step size with the noise and the ledger that pay for it.
struct PricedStep {
  double eta = 0;
  BroadcastNoise noise{};  ///< on the gradient; eta times it is on the step
  Ledger ledger{};
};

/// The noise on the gradient is planned_noise()'s. The balanced step is
/// R / sqrt(K (g^2 + d v / N)), g = wish.gradient, d the coordinates that get noise in a round, v
/// the variance of one coordinate: the minimiser of R^2/(2 eta K) + (eta/2)(g^2 + d v/N), the
/// regret of the agents' mean. A Skip says infeasible, or names the largest step.
Outcome<PricedStep> noisy_step(const Setup& setup,
                               const Facts& facts,
                               const Budget& budget,
                               const StepWish& wish);

/// A planned method with one step size; bounds read it.
struct DescentPlan : Plan {
  DescentPlan(Setup planned,
              const PricedStep& step,
              bool average,
              std::map<std::string, double> more = {});

  const Setup setup;
  const double eta;
  const BroadcastNoise noise;  ///< on the gradient
  const bool average;
  BroadcastNoise step_noise() const { return {noise.kind, noise.scale * eta}; }
};

/// x <- A(x) - eta g + noise with E A(x) = W x: what the bounds on descent cover.
struct MixingPlan : DescentPlan {
  using DescentPlan::DescentPlan;
  /// v with E ||A(x) - W x||^2 = v ||(I - W) x||^2, fresh in every round; empty if not of this
  /// form.
  virtual std::optional<double> weight_variance() const { return 0; }
};

/// Base of methods with one step size, one noise and a choice of what is released.
struct DescentMethod : NetworkMethod {
  double eta = 0;
  std::string noise = "gaussian", release = "last";

 protected:
  /// For a method that noises every whole gradient once a round.
  StepWish wish(const Setup& setup, const Facts& facts, double limit) const;
  /// (1 + smallest eigenvalue of W)/ell: decentralised gradient descent diverges above it.
  static double dgd_limit(const Setup& setup) {
    return (1 + setup.network->smallest_weight_eigenvalue()) / setup.ell;
  }
};

template <class T>
Param<T> eta_row() {
  return real<T>("eta",
                 &T::eta,
                 {0, 1e12},
                 "||w||/slope",
                 "step size; 0: R / sqrt(K (G^2 + noise)), at most what is stable");
}
template <class T>
Param<T> release_row() {
  return word<T>("release", &T::release, "last average", "what each agent ends with");
}

/// Sees nothing: for methods without a simulation metric.
struct NoObserver {
  void see(const AgentsRun& /*run*/,
           int /*i*/,
           std::span<const double> /*gradient*/,
           std::span<const double> /*out*/) const {}
  void round_over(AgentsRun& /*run*/) const {}
};

/// The loop. aggregate(run, i, x, out) writes A_i(x) to out [d]. observer.see(run, i, gradient,
/// out) is called for each agent of a round, on any thread, with grad f_i [d] and the broadcast
/// [d]; observer.round_over(run) after each round.
template <class Aggregate, class Observer = NoObserver>
Solution descend(const DescentPlan& plan,
                 const Problem& problem,
                 RunContext& context,
                 const Aggregate& aggregate,
                 Observer&& observer = {}) {
  AgentsRun run(plan.setup, problem, context, plan.average);
  AgentVectors x = run.vectors(), next = run.vectors(), gradient = run.vectors(),
               scratch = run.vectors();
  const BroadcastNoise noise = plan.step_noise();
  return run.rounds(x, [&](std::int64_t /*k*/) {
    run.each([&](int i) {
      const auto g = gradient.of(i), out = next.of(i);
      run.objectives.gradient(i, x.of(i), g);
      aggregate(run, i, x, out);
      add(-plan.eta, DenseRow{g}, out);
      noise.add_to(out, run.noise[std::size_t(i)], scratch.of(i));
      observer.see(run, i, g, out);
    });
    x.swap(next);
    run.count_gradients();
    run.count_broadcast(double(run.d));
    observer.round_over(run);
    return true;
  });
}

}  // namespace dpsco
