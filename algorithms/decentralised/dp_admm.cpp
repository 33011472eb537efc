#include "algorithms/decentralised/dp_admm.hpp"

#include <cmath>

#include "algorithms/decentralised/agents_run.hpp"

namespace dpsco {

namespace {

struct DpAdmmPlan final : Plan {
  DpAdmmPlan(Ledger releases, std::map<std::string, double> numbers, Setup planned)
      : Plan(std::move(releases), std::move(numbers)), setup(std::move(planned)) {}
  const Setup setup;
  double rho = 0, sigma = 0, radius = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    AgentsRun run(setup, problem, context);
    AgentVectors x = run.vectors(), gamma = run.vectors(), gradient = run.vectors();
    std::vector<double> server(run.d, 0.0);
    return run.rounds(x, [&](std::int64_t k) {
      const double inverse = setup.ell + sigma * std::sqrt(2 * double(run.d) * double(k)) / radius;
      run.each([&](int i) {
        const auto w = x.of(i), g = gradient.of(i), multiplier = gamma.of(i);
        run.objectives.gradient(i, w, g);
        for (std::size_t l = 0; l < run.d; ++l)
          w[l] = (rho * server[l] + multiplier[l] + inverse * w[l] - g[l]) / (rho + inverse);
        run.noise[std::size_t(i)].scale_and_add_normals(w, 1, sigma / (rho + inverse));
      });
      std::fill(server.begin(), server.end(), 0.0);
      for (int i = 0; i < run.agents; ++i)
        for (std::size_t l = 0; l < run.d; ++l)
          server[l] += (x.of(i)[l] - gamma.of(i)[l] / rho) / double(run.agents);
      run.each([&](int i) {
        const auto w = x.of(i), multiplier = gamma.of(i);
        for (std::size_t l = 0; l < run.d; ++l) multiplier[l] -= rho * (w[l] - server[l]);
      });
      run.count_gradients();
      run.count_bytes(2.0 * 8 * run.agents * double(run.d));  // up to the server and back
      return true;
    });
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpAdmm::plan(const Facts& facts, const Budget& budget) const {
  auto planned = setup(facts);
  if (!planned) return planned.skip();
  const auto priced =
      planned_noise(BroadcastNoise::Kind::gaussian, planned->contribution(facts.d), rounds, budget);
  if (!priced) return priced.skip();
  std::map<std::string, double> numbers{
      {"agents", double(agents)},
      {"rounds", double(rounds)},
      {"rho", rho},
      {"B_2", sensitivity_factor(0, budget.target.adjacency) * planned->C_2},
      {"sigma", priced->scale}};
  auto plan = std::make_shared<DpAdmmPlan>(priced->ledger, std::move(numbers), *std::move(planned));
  plan->rho = rho;
  plan->sigma = priced->scale * (1 + 1e-14);  // divided and multiplied again later
  plan->radius = facts.R();
  return {std::move(plan)};
}

}  // namespace dpsco
