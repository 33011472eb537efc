// The loop of non-private projected SGD, with the step rules and averages of its last-iterate
// literature.
#pragma once

#include <cstdint>

#include "framework/contracts.hpp"

namespace dpsco {

/// eta_1, eta_2, ... of a step rule, one a call: no array of T numbers.
class StepSizes {
 public:
  enum class Rule {
    inverse_root,  ///< eta_t = scale / sqrt(t)
    /// Jain, Nagaraj, Netrapalli 2019: eta_t = 2^-i scale / sqrt(T) for T_i < t <= T_{i+1},
    /// T_i = T - ceil(T 2^-i) for i <= k = ceil(log2 T), T_{k+1} = T. The horizon is cut in half
    /// again and again, and the step with it.
    halving
  };
  /// pre: T >= 0.
  StepSizes(Rule rule, std::int64_t T, double scale);
  /// pre: called at most T times.
  double next();

 private:
  std::int64_t phase_end() const;

  Rule rule_;
  std::int64_t T_, t_ = 0, left_, end_;  ///< left: ceil(T 2^-i) = T - T_i
  double scale_, step_;
};

/// w_1 = 0; for t = 1..T on record i_t (random order, a new one each pass):
/// w <- Pi[w - eta_t (grad phi_{i_t}(w) + lambda w)], eta_t the rule's but at most
/// 1/lambda (step_cap.hpp).
struct ProjectedSgd {
  enum class Average { last, polynomial, suffix };

  StepSizes::Rule steps = StepSizes::Rule::inverse_root;
  double scale = 1;  ///< of the step rule
  std::int64_t passes = 1;
  double radius = 0;  ///< 0: no projection
  Average average = Average::last;
  double power = 3;     ///< polynomial: mean += (power + 1)/(t + power) (w - mean)
  double suffix = 0.5;  ///< suffix: the mean of the last ceil(suffix T) iterates

  Solution run(const Problem& problem, RunContext& context) const;
};

/// G where the iterates live, or a Skip: over ||w|| <= R if the method projects, else over R^d.
Outcome<double> gradient_bound(const Facts& facts, bool projects);

struct ProjectedSgdPlan final : Plan {
  using Plan::Plan;
  ProjectedSgd loop{};

  Solution run(const Problem& problem, RunContext& context) const override {
    return loop.run(problem, context);
  }
};

}  // namespace dpsco
