#include "algorithms/decentralised/descent.hpp"

#include <cmath>

#include <fmt/format.h>

namespace dpsco {

Outcome<PricedStep> noisy_step(const Setup& setup,
                               const Facts& facts,
                               const Budget& budget,
                               const StepWish& wish) {
  const auto planned = wish.random_weights && wish.noise == BroadcastNoise::Kind::laplace
                           ? planned_weighted_laplace(wish.C, wish.count, budget)
                           : planned_noise(wish.noise, wish.C, wish.count, budget);
  if (!planned) return planned.skip();
  PricedStep out{.noise = {.kind = wish.noise, .scale = planned->scale}, .ledger = planned->ledger};
  const double per_round =
      wish.gradient * wish.gradient + wish.C.d * out.noise.variance(wish.C.d) / setup.agents();
  const double balanced = facts.R() / std::sqrt(double(setup.rounds) * per_round);
  out.eta = wish.eta > 0 ? wish.eta : std::min(balanced, wish.limit);
  if (!(out.eta <= wish.limit))
    return Skip{fmt::format(
        "the step eta = {:.6g} is too long: with smoothness {:.6g} on this network the largest "
        "admissible eta is {:.6g}",
        out.eta,
        setup.ell,
        wish.limit)};
  return out;
}

namespace {

std::map<std::string, double> numbers_of(const Setup& setup,
                                         const PricedStep& step,
                                         std::map<std::string, double> more) {
  auto numbers = setup.numbers(step.ledger.adjacency);
  numbers["eta"] = step.eta;
  numbers["gradient_noise"] = step.noise.scale;
  numbers.merge(more);
  return numbers;
}

}  // namespace

DescentPlan::DescentPlan(Setup planned,
                         const PricedStep& step,
                         bool average,
                         std::map<std::string, double> more)
    : Plan(step.ledger, numbers_of(planned, step, std::move(more))),
      setup(std::move(planned)),
      eta(step.eta),
      noise(step.noise),
      average(average) {}

StepWish DescentMethod::wish(const Setup& setup, const Facts& facts, double limit) const {
  return {.eta = eta,
          .limit = limit,
          .noise = noise_named(noise),
          .C = setup.contribution(facts.d),
          .gradient = facts.G(),
          .count = setup.rounds};
}

}  // namespace dpsco
