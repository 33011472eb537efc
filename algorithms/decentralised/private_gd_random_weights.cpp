#include "algorithms/decentralised/private_gd_random_weights.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/decentralised/local_noise.hpp"
#include "algorithms/decentralised/rounds.hpp"
#include "framework/core/check.hpp"
#include "framework/ledger/realised_loss.hpp"

namespace dpsco {

namespace {

struct RandomWeightsPlan final : Plan {
  RandomWeightsPlan(Ledger releases,
                    std::map<std::string, double> numbers,
                    const PrivateGdRandomWeights& method,
                    const Network& network,
                    const Mixing& mixing)
      : Plan(std::move(releases), std::move(numbers)),
        settings_(method),
        family_(method.family),
        theta_(method.theta),
        eta_(method.eta),
        measures_(method.realised == "yes"),
        network_(network),
        mixing_(mixing) {}
  double rate = 0, shift = 0;  ///< of the noise; largest move of a coordinate by one record

  /// centre and half [d]: agent i's intervals around U_i.
  void intervals(int i,
                 std::span<const double> x,
                 std::span<double> centre,
                 std::span<double> half) const {
    const std::size_t d = centre.size();
    const auto own = row_of(x, i, d);
    mixing_.mix(i, x, centre);
    if (family_ == "lazy") {
      for (std::size_t l = 0; l < d; ++l) half[l] = theta_ * std::abs(own[l] - centre[l]);
      return;
    }
    for (std::size_t l = 0; l < d; ++l) {
      double low = own[l], high = own[l];
      for (const int j : network_.neighbours(i)) {
        low = std::min(low, x[std::size_t(j) * d + l]);
        high = std::max(high, x[std::size_t(j) * d + l]);
      }
      if (family_ == "extreme") {
        centre[l] = low + (high - low) / 2;
        half[l] = theta_ * (high - low) / 2;
      } else {  // the mean may leave the range by rounding
        half[l] = theta_ * std::max(0.0, std::min(high - centre[l], centre[l] - low));
      }
    }
  }

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    const Agents agents(problem, settings_, context);
    const int N = agents.size();
    std::vector<Stream> noise = noise_streams(context, N), weight;
    for (int i = 0; i < N; ++i) weight.push_back(weight_stream(context, i));
    const std::size_t all = std::size_t(N) * d;
    std::vector<double> next(all), gradient(all), half(all), drawn(all);
    std::vector<RealisedLoss> realised(static_cast<std::size_t>(N));

    const auto step = [&](std::int64_t, std::vector<double>& x) {
      for_agents(context, N, [&](int i) {
        const auto mine = row_of(next, i, d), g = row_of(gradient, i, d), h = row_of(half, i, d),
                   b = row_of(drawn, i, d);
        agents.gradient(i, row_of(x, i, d), g);
        intervals(i, x, mine, h);
        std::fill(b.begin(), b.end(), 0.0);
        add_noise(NoiseKind::laplace, noise[std::size_t(i)], b, 1 / rate);
        for (std::size_t l = 0; l < d; ++l) {
          const double u = weight[std::size_t(i)].uniform();
          mine[l] += (2 * u - 1) * h[l] - eta_ * g[l] + b[l];
          if (measures_)
            realised[std::size_t(i)] +=
                RealisedLoss({.rate = rate, .width = 2 * h[l]}, 2 * h[l] * u + b[l], shift);
        }
      });
      x.swap(next);
    };
    return run_rounds(problem,
                      context,
                      settings_,
                      bytes_of_broadcast(network_, double(d)),
                      step,
                      [&]() -> std::optional<double> {
                        if (!measures_) return {};
                        RealisedLoss sum;
                        for (const RealisedLoss& of_agent : realised) sum += of_agent;
                        return sum.simulated_nats() / double(N);
                      });
  }

 private:
  NetworkSettings settings_;
  std::string family_;
  double theta_, eta_;
  bool measures_;
  Network network_;
  Mixing mixing_;
};

/// The largest theta at which all weights of the lazy family lie in [0, 1].
double largest_convex_theta(const Mixing& mixing, int agents) {
  double largest = 1;
  for (int i = 0; i < agents; ++i)
    if (mixing.self(i) < 1) largest = std::min(largest, 1 / (1 - mixing.self(i)) - 1);
  return largest;
}

}  // namespace

Outcome<std::shared_ptr<const Plan>> PrivateGdRandomWeights::plan(const Facts& facts,
                                                                  const Budget& budget) const {
  const auto network = this->network(facts);
  if (!network) return network.skip();
  const Mixing mixing = make_mixing(*network, weights);
  const double most = largest_convex_theta(mixing, network->size());
  if (convex == "required" && family == "lazy" && theta > most)
    return Skip{
        fmt::format("convex = required and theta = {}: some weight is negative; theta may "
                    "be at most {:.6g} here, or take weights = lazy-metropolis or family = "
                    "wide",
                    theta,
                    most)};
  const auto B = gradient_sensitivity(facts, agents, budget.target.adjacency);
  // Shifts in units of eta B_1, so that the rate is 1/z.
  const auto d = std::size_t(facts.d);
  const auto ledger_at = [&](double z) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {{.mechanism = LaplaceUniformMixture{.rate = std::vector(d, 1 / z),
                                                                 .width = std::vector(d, 0.0),
                                                                 .shift_inf = B.inf / B.one,
                                                                 .shift_2 = B.two / B.one,
                                                                 .shift_1 = 1},
                              .count = rounds}}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();

  auto numbers = network_numbers(*this, *network, mixing, B);
  const double rate = 1 / (*z * eta * B.one * (1 + 1e-14));  // never above by rounding
  numbers["eta"] = eta;
  numbers["beta"] = rate;
  numbers["worst_case"] = double(rounds) * double(facts.d) * eta * rate * B.inf;
  numbers["mean_preserved"] = family == "extreme" ? 0 : 1;
  auto plan = std::make_shared<RandomWeightsPlan>(
      ledger_at(*z), std::move(numbers), *this, *network, mixing);
  plan->rate = rate;
  plan->shift = eta * B.inf;
  return {std::move(plan)};
}

}  // namespace dpsco
