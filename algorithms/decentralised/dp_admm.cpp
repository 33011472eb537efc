#include "algorithms/decentralised/dp_admm.hpp"

#include <cmath>

#include "algorithms/decentralised/admm_penalties.hpp"
#include "algorithms/decentralised/local_noise.hpp"
#include "algorithms/decentralised/rounds.hpp"

namespace dpsco {

namespace {

struct DpAdmmPlan final : Plan {
  DpAdmmPlan(Ledger releases, std::map<std::string, double> numbers, NetworkSettings settings)
      : Plan(std::move(releases), std::move(numbers)), settings_(std::move(settings)) {}
  double rho = 0, sigma = 0, smoothness = 0, radius = 0;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    const Agents agents(problem, settings_, context);
    const int N = agents.size();
    std::vector<Stream> noise = noise_streams(context, N);
    std::vector<double> server(d, 0.0), gamma(std::size_t(N) * d, 0.0), gradient(gamma.size());
    const auto step = [&](std::int64_t k, std::vector<double>& x) {
      const double inverse = smoothness + sigma * std::sqrt(2 * double(d) * double(k + 1)) / radius;
      for_agents(context, N, [&](int i) {
        const auto w = row_of(x, i, d), g = row_of(gradient, i, d),
                   multiplier = row_of(gamma, i, d);
        agents.gradient(i, w, g);
        for (std::size_t l = 0; l < d; ++l)
          w[l] = (rho * server[l] + multiplier[l] + inverse * w[l] - g[l]) / (rho + inverse);
        add_noise(NoiseKind::gaussian, noise[std::size_t(i)], w, sigma / (rho + inverse));
      });
      std::fill(server.begin(), server.end(), 0.0);
      for (int i = 0; i < N; ++i)
        for (std::size_t l = 0; l < d; ++l)
          server[l] += (row_of(x, i, d)[l] - row_of(gamma, i, d)[l] / rho) / double(N);
      for_agents(context, N, [&](int i) {
        const auto w = row_of(x, i, d), multiplier = row_of(gamma, i, d);
        for (std::size_t l = 0; l < d; ++l) multiplier[l] -= rho * (w[l] - server[l]);
      });
    };
    // Each agent sends d numbers up and gets d back.
    return run_rounds(problem, context, settings_, 2.0 * 8 * double(N) * double(d), step);
  }

 private:
  NetworkSettings settings_;
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> DpAdmm::plan(const Facts& facts, const Budget& budget) const {
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const auto B = gradient_sensitivity(facts, agents, budget.target.adjacency);
  const auto planned = plan_noise(NoiseKind::gaussian, B, rounds, budget);
  if (!planned) return planned.skip();
  auto plan = std::make_shared<DpAdmmPlan>(
      planned->ledger,
      std::map<std::string, double>{
          {"K", double(rounds)}, {"rho", rho}, {"B_2", B.two}, {"sigma", planned->scale}},
      *this);
  plan->rho = rho;
  plan->sigma = planned->scale * (1 + 1e-14);  // divided and multiplied again later
  plan->smoothness = local_smoothness(facts, agents);
  plan->radius = facts.R();
  return {std::move(plan)};
}

}  // namespace dpsco
