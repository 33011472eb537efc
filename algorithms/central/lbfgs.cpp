#include "algorithms/central/lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "framework/problem/newton.hpp"

namespace dpsco {

namespace {

using Vector = std::vector<double>;

double inner(const Vector& a, const Vector& b) {
  return dot(DenseRow{a}, b);
}

/// The last pairs (s, y) and the inverse Hessian they stand for.
class CurvaturePairs {
 public:
  CurvaturePairs(std::size_t memory, std::size_t d)
      : s_(memory, Vector(d)), y_(memory, Vector(d)), rho_(memory), alpha_(memory) {}

  /// A point and F's gradient there.
  struct Place {
    const Vector &w, &gradient;
  };
  /// s = to.w - from.w, y = to.gradient - from.gradient; dropped without enough curvature.
  void remember(const Place& from, const Place& to) {
    const std::size_t slot = (first_ + count_) % rho_.size();
    // A full ring overwrites its oldest pair, so a dropped pair costs that one too: rare, harmless.
    if (count_ == rho_.size()) {
      first_ = (first_ + 1) % rho_.size();
      --count_;
    }
    Vector &s = s_[slot], &y = y_[slot];
    for (std::size_t j = 0; j < s.size(); ++j) {
      s[j] = to.w[j] - from.w[j];
      y[j] = to.gradient[j] - from.gradient[j];
    }
    const double bend = inner(s, y);
    if (!(bend > 1e-12 * norm(s) * norm(y))) return;
    rho_[slot] = 1 / bend;
    ++count_;
  }
  /// q <- H q, H the approximate inverse Hessian.
  void apply(Vector& q) {
    for (std::size_t k = count_; k-- > 0;) {
      const std::size_t slot = (first_ + k) % rho_.size();
      alpha_[slot] = rho_[slot] * inner(s_[slot], q);
      add(-alpha_[slot], DenseRow{y_[slot]}, q);
    }
    if (count_ > 0) {
      const std::size_t last = (first_ + count_ - 1) % rho_.size();
      const double scale = 1 / (rho_[last] * inner(y_[last], y_[last]));
      for (double& v : q) v *= scale;
    } else {
      const double size = norm(q);
      for (double& v : q) v /= std::max(1.0, size);
    }
    for (std::size_t k = 0; k < count_; ++k) {
      const std::size_t slot = (first_ + k) % rho_.size();
      add(alpha_[slot] - rho_[slot] * inner(y_[slot], q), DenseRow{s_[slot]}, q);
    }
  }

 private:
  std::vector<Vector> s_, y_;
  Vector rho_, alpha_;
  std::size_t first_ = 0, count_ = 0;
};

struct LbfgsPlan final : Plan {
  using Plan::Plan;
  double tolerance = 0;
  std::int64_t max_steps = 0, memory = 1;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    SmoothObjective objective(problem, problem.data.size());
    Vector w(d, 0.0), gradient(d), trial(d), trial_gradient(d), direction(d);
    CurvaturePairs pairs(std::size_t(memory), d);
    double value = objective.move_to(w, gradient);
    std::int64_t sweeps = 1;
    bool moved = true;
    for (std::int64_t t = 0;
         t < max_steps && moved && norm(gradient) > tolerance && context.keep_going_now();
         ++t) {
      direction = gradient;
      pairs.apply(direction);
      const double decrease = inner(gradient, direction);
      moved = false;
      for (int halving = 0; halving < 40 && !moved; ++halving) {
        const double step = std::ldexp(1.0, -halving);
        trial = w;
        add(-step, DenseRow{direction}, trial);
        const double at_trial = objective.move_to(trial, trial_gradient);
        ++sweeps;
        // Near the optimum rounding hides the decrease of F: then a smaller gradient will do.
        moved = at_trial <= value - 1e-4 * step * decrease ||
                (halving == 0 && norm(trial_gradient) < norm(gradient) &&
                 at_trial <= value + 1e-13 * std::abs(value));
        if (!moved) continue;
        pairs.remember({w, gradient}, {trial, trial_gradient});
        w.swap(trial);
        gradient.swap(trial_gradient);
        value = at_trial;
      }
    }
    return {.w = std::move(w), .gradients = sweeps * problem.data.size()};
  }
};

}  // namespace

Outcome<std::shared_ptr<const Plan>> Lbfgs::plan(const Facts& facts, const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  auto plan = std::make_shared<LbfgsPlan>(
      Ledger{.adjacency = budget.target.adjacency, .events = {{NonPrivate{}}}},
      std::map<std::string, double>{{"tolerance", tolerance}});
  plan->tolerance = tolerance;
  plan->max_steps = max_steps;
  plan->memory = memory;
  return {std::move(plan)};
}

}  // namespace dpsco
