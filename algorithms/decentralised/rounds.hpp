// The loop that all methods on a network share.
#pragma once

#include <utility>
#include <vector>

#include "algorithms/decentralised/agents.hpp"

namespace dpsco {

/// Rows of a row-major [N, d] array.
inline std::span<double> row_of(std::vector<double>& x, int i, std::size_t d) {
  return std::span(x).subspan(std::size_t(i) * d, d);
}
inline std::span<const double> row_of(std::span<const double> x, int i, std::size_t d) {
  return x.subspan(std::size_t(i) * d, d);
}

/// Starts all agents at 0, calls step(k, x) for rounds k = 0, 1, .., x [N, d], with the trajectory
/// looking on, and ends with everybody's iterate and their mean. Every agent sends `bytes` /
/// (number of agents) a round. `realised` is asked for the realised loss so far.
template <class Step, class Realised>
Solution run_rounds(const Problem& problem,
                    RunContext& context,
                    const NetworkSettings& settings,
                    double bytes,
                    const Step& step,
                    const Realised& realised) {
  const auto d = std::size_t(problem.data.dimension());
  const int N = int(settings.agents);
  std::vector<double> x(std::size_t(N) * d, 0.0);
  Solution out;
  look_at_round(context, 0, x, N, 0, realised());
  for (std::int64_t k = 0; k < settings.rounds && context.keep_going(); ++k) {
    step(k, x);
    out.gradients += problem.data.size();
    out.sent_bytes += bytes;
    look_at_round(context, k + 1, x, N, out.sent_bytes, realised());
  }
  out.realised_loss = realised();
  finish(out, std::move(x), N);
  return out;
}
template <class Step>
Solution run_rounds(const Problem& problem,
                    RunContext& context,
                    const NetworkSettings& settings,
                    double bytes,
                    const Step& step) {
  return run_rounds(
      problem, context, settings, bytes, step, [] { return std::optional<double>{}; });
}

/// Every agent's noise stream [N].
inline std::vector<Stream> noise_streams(const RunContext& context, std::int64_t agents) {
  std::vector<Stream> streams;
  for (int i = 0; i < int(agents); ++i) streams.push_back(noise_stream(context, i));
  return streams;
}

/// The numbers every plan on a network shows in tables.
inline std::map<std::string, double> network_numbers(const NetworkSettings& settings,
                                                     const Network& network,
                                                     const Mixing& mixing,
                                                     const GradientSensitivity& B) {
  return {{"K", double(settings.rounds)},
          {"edges", double(network.edges().size())},
          {"spectral_gap", mixing.spectral_gap()},
          {"B_1", B.one},
          {"B_2", B.two},
          {"B_inf", B.inf}};
}

}  // namespace dpsco
