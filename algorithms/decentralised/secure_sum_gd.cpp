#include "algorithms/decentralised/secure_sum_gd.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "algorithms/decentralised/secret_sharing.hpp"

namespace dpsco {

namespace {

struct SecureSum final : DescentPlan {
  using DescentPlan::DescentPlan;
  int bits = 24;
  double noise_scale = 0;  ///< s, on the step

  Solution run(const Problem& problem, RunContext& context) const override {
    AgentsRun run(setup, problem, context, average);
    // All agents hold the same x; each row of the block is one agent's copy.
    AgentVectors x = run.vectors(), gradient = run.vectors(), drawn = run.vectors();
    std::vector<std::uint64_t> words(std::size_t(run.agents) * run.d), total(run.d);
    SecretSum sum(run.agents, run.d);
    return run.rounds(x, [&](std::int64_t /*k*/) {
      run.each([&](int i) {
        const auto g = gradient.of(i), n = drawn.of(i);
        run.objectives.gradient(i, x.of(i), g);
        run.noise[std::size_t(i)].scale_and_add_normals(n, 0, noise_scale);
        for (std::size_t l = 0; l < run.d; ++l) {
          const double v = x.of(i)[l] - eta * g[l];
          words[std::size_t(i) * run.d + l] = encode(v, bits) + encode(n[l], bits);
        }
      });
      for (int i = 0; i < run.agents; ++i)
        sum.share(std::span(words).subspan(std::size_t(i) * run.d, run.d),
                  run.weights[std::size_t(i)]);
      sum.open(total);
      run.each([&](int i) {
        for (std::size_t l = 0; l < run.d; ++l) x.of(i)[l] = decode(total[l], bits) / run.agents;
      });
      run.count_gradients();
      // Shares to N - 1 others, then the broadcast to them.
      run.count_broadcast(2 * double(run.d));
      return true;
    });
  }
};

/// X of the header: nothing that an agent encodes, nor their mean, is larger in absolute value.
double largest_code(const Setup& setup, double eta, double scale, double grid) {
  const double gradient = setup.crowding * setup.share * setup.C_inf;  // b_i slopes divided by b
  return double(setup.rounds) * (eta * gradient + 8.6 * scale + grid) * (1 + 1e-9);
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> SecureSumGd::plan(const Facts& facts,
                                                       const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  if (agents < 2 || colluders > agents - 2)
    return Skip{fmt::format(
        "secret sharing hides nothing with fewer than two honest agents: agents = {} and colluders "
        "= {}, the largest admissible number of colluders is {}",
        agents,
        colluders,
        agents >= 2 ? std::to_string(agents - 2) : "none, take two agents")};
  const auto h = double(agents - colluders);
  StepWish each = wish(*planned, facts, 2 / planned->ell);
  each.noise = BroadcastNoise::Kind::gaussian;
  each.C.two /= std::sqrt(h);  // honest agents' noise adds up to the release's
  auto priced = noisy_step(*planned, facts, budget, each);
  if (!priced) return priced.skip();
  PricedStep step = *std::move(priced);

  // Restated in units of one record's contribution C to the sum, with the rounding of the codes.
  const Adjacency adjacency = budget.target.adjacency;
  const double factor = sensitivity_factor(0, adjacency), C = step.eta * planned->C_2;
  const double grid = std::ldexp(1.0, -int(fraction_bits)), d = double(facts.d);
  const double moved = factor * C + grid * std::sqrt(d);
  const double sensitivity = std::sqrt(moved * moved + d * h * h / 4 * grid * grid) / C;
  const double multiplier =
      std::get<Gaussian>(step.ledger.events.at(0).mechanism).noise_multiplier * sensitivity /
      factor * (1 + 1e-13);
  step.ledger = {
      .adjacency = adjacency,
      .events = {{.mechanism = Gaussian{.noise_multiplier = multiplier, .sensitivity = sensitivity},
                  .count = rounds}}};
  const double scale = multiplier * C / std::sqrt(h) * (1 + 1e-14);
  const double X = largest_code(*planned, step.eta, scale, grid);
  const int most_bits =
      int(std::floor(std::min(53 - std::log2(X), 62 - std::log2(X * double(agents)))));
  if (fraction_bits > most_bits)
    return Skip{fmt::format(
        "sums could wrap around: with eta = {:.4g}, rounds = {} and noise of scale {:.4g}, numbers "
        "up to {:.4g} would be encoded, for which fraction_bits = {} is too many; {}",
        step.eta,
        rounds,
        scale,
        X,
        fraction_bits,
        most_bits >= 1 ? fmt::format("about {} fit", most_bits)
                       : "take a shorter step or fewer rounds")};
  step.noise.scale = scale / step.eta;
  auto plan = std::make_shared<SecureSum>(*std::move(planned), step, release == "average");
  plan->bits = int(fraction_bits);
  plan->noise_scale = scale;
  return {std::move(plan)};
}

}  // namespace dpsco
