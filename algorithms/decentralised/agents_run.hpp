// The state of a run that methods share: agents' rows of an [N, d] block, their streams, what was
// sent, what a trajectory sees.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/decentralised/local_objectives.hpp"
#include "algorithms/decentralised/setup.hpp"
#include "framework/contracts.hpp"
#include "framework/core/parallel.hpp"
#include "framework/ledger/realised_loss.hpp"

namespace dpsco {

/// One vector an agent, [N, d] row-major, zeros.
class AgentVectors {
 public:
  AgentVectors(int agents, std::size_t d) : d_(d), values_(std::size_t(agents) * d, 0.0) {}
  std::span<double> of(int i) { return std::span(values_).subspan(std::size_t(i) * d_, d_); }
  std::span<const double> of(int i) const {
    return std::span(values_).subspan(std::size_t(i) * d_, d_);
  }
  std::span<const double> all() const { return values_; }
  void swap(AgentVectors& other) { values_.swap(other.values_); }

 private:
  std::size_t d_;
  std::vector<double> values_;
};

/// Numbers that a run draws are keyed by (seed, cell, purpose, agent): the same for any number of
/// threads. Noise comes from Purpose::noise, secret weights from Purpose::init.
class AgentsRun {
 public:
  /// All must outlive it. With `average` each agent ends with its mean over x^0, ..., x^{K-1}.
  AgentsRun(const Setup& setup, const Problem& problem, RunContext& context, bool average = false)
      : objectives(problem,
                   deal(setup.split,
                        problem.data,
                        setup.agents(),
                        context.stream(Purpose::split, 1)),  // 0 is the data set's
                   setup.share),
        network(*setup.network),
        agents(setup.agents()),
        d(std::size_t(problem.data.dimension())),
        context_(context),
        rounds_(setup.rounds) {
    for (int i = 0; i < agents; ++i) {
      noise.push_back(context.stream(Purpose::noise, std::uint64_t(i)));
      weights.push_back(context.stream(Purpose::init, std::uint64_t(i)));
    }
    if (average) sum_.emplace(agents, d);
  }

  AgentVectors vectors() const { return {agents, d}; }

  /// Calls f(i) for every agent, on the run's threads. f writes only what belongs to agent i.
  template <class F>
  void each(const F& f) const {
    for_ranges_by(context_.threads(), agents, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) f(int(i));
    });
  }

  /// Every agent has evaluated its whole gradient.
  void count_gradients() { count_gradients(objectives.problem().data.size()); }
  /// So many records' gradients have been evaluated.
  void count_gradients(std::int64_t of_records) { gradients_ += of_records; }
  /// Every agent has sent `numbers` doubles to each of its neighbours.
  void count_broadcast(double numbers) {
    sent_bytes_ += 2 * double(network.graph().edges().size()) * 8 * numbers;
  }
  /// Anything else that was sent.
  void count_bytes(double bytes) { sent_bytes_ += bytes; }
  /// What agents' broadcasts happened to cost so far [N]: the trajectory and the solution show the
  /// mean over agents.
  void set_realised_loss(std::span<const RealisedLoss> of_agents) {
    RealisedLoss sum;
    for (const RealisedLoss& of_agent : of_agents) sum += of_agent;
    realised_loss_ = sum.simulated_nats() / double(agents);
  }

  /// Calls round(k) for k = 1, ..., K, which moves x [N, d], with the trajectory looking on from
  /// x^0 on, until the run must stop or a round says false. The agents' x and their mean.
  template <class Round>
  Solution rounds(const AgentVectors& x, const Round& round) {
    over(0, x);
    for (std::int64_t k = 1; k <= rounds_; ++k) {
      const bool go_on = round(k);
      if (!over(k, x) || !go_on) break;
    }
    return finish(x);
  }

  const LocalObjectives objectives;
  const Network& network;
  const int agents;
  const std::size_t d;
  std::vector<Stream> noise{}, weights{};  ///< [N]

 private:
  /// Round `round` is over (0: the start) and left x. False when the run must stop.
  bool over(std::int64_t round, const AgentVectors& x) {
    if (sum_ && round < rounds_) {
      ++summed_;
      for (int i = 0; i < agents; ++i) add(1, DenseRow{x.of(i)}, sum_->of(i));
    }
    if (context_.wants(round))
      context_.look({.round = round,
                     .iterates = x.all(),
                     .agents = agents,
                     .sent_bytes = sent_bytes_,
                     .realised_loss = realised_loss_});
    return context_.keep_going();
  }

  Solution finish(const AgentVectors& x) const {
    Solution out{.w = std::vector<double>(d, 0.0),
                 .gradients = gradients_,
                 .agents = {x.all().begin(), x.all().end()},
                 .sent_bytes = sent_bytes_,
                 .realised_loss = realised_loss_};
    if (sum_ && summed_ > 0)
      std::transform(sum_->all().begin(), sum_->all().end(), out.agents.begin(), [&](double s) {
        return s / double(summed_);
      });
    for (std::size_t k = 0; k < out.agents.size(); ++k) out.w[k % d] += out.agents[k];
    for (double& w : out.w) w /= double(agents);
    return out;
  }

  RunContext& context_;
  std::int64_t rounds_;
  std::optional<AgentVectors> sum_{};
  std::int64_t summed_ = 0, gradients_ = 0;
  double sent_bytes_ = 0;
  std::optional<double> realised_loss_{};
};

}  // namespace dpsco
