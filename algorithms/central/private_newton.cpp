#include "algorithms/central/private_newton.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

/// sum_i k_i x_i x_i^T, lower triangle, rows collected so that Eigen multiplies blocks.
class WeightedGram {
 public:
  explicit WeightedGram(Index d) : sum_(d, d), block_(d, width) {}
  void clear() {
    sum_.setZero();
    filled_ = 0;
  }
  /// pre: weight >= 0.
  template <class Row>
  void include(double weight, const Row& row) {
    auto column = block_.col(filled_);
    column.setZero();
    add(std::sqrt(weight), row, std::span(column.data(), std::size_t(column.size())));
    if (++filled_ == width) flush();
  }
  Eigen::MatrixXd& finish() {
    flush();
    return sum_;
  }

 private:
  static constexpr Index width = 64;
  void flush() {
    if (filled_ > 0) sum_.selfadjointView<Eigen::Lower>().rankUpdate(block_.leftCols(filled_));
    filled_ = 0;
  }

  Eigen::MatrixXd sum_, block_;
  Index filled_ = 0;
};

struct DoubleNoisePlan final : Plan {
  using Plan::Plan;
  std::int64_t steps = 0;
  bool is_majoriser = true;
  double gradient_noise = 0;    ///< standard deviation
  double trace_noise = 0;       ///< standard deviation
  double direction_factor = 0;  ///< noise over sensitivity
  double L = 0, B = 1, n = 1;

  Solution run(const Problem& problem, RunContext& context) const override {
    const Index d = problem.data.dimension();
    const double lambda = problem.facts.regularisation;
    const double rho_d = 1 / (2 * direction_factor * direction_factor);
    Stream noise = context.stream(Purpose::noise);
    Solution out{.w = std::vector<double>(std::size_t(d), 0.0)};
    WeightedGram gram(d);
    Eigen::VectorXd g(d), direction(d);
    Eigen::LLT<Eigen::MatrixXd> factor(d);
    const std::span<double> slope(g.data(), std::size_t(d)), step(direction.data(), std::size_t(d));
    for (std::int64_t t = 0; t < steps && context.keep_going_now(); ++t) {
      double trace = derivatives(problem, out.w, slope, gram);
      out.gradients += problem.data.size();
      add(lambda, DenseRow{out.w}, slope);
      noise.scale_and_add_normals(slope, 1, gradient_noise);
      noise.scale_and_add_normals(std::span(&trace, 1), 1, trace_noise);

      const double least =
          std::max(B * B * std::cbrt(std::max(trace, 0.0) / (B * B * n * n * rho_d)), B * B / n);
      const double l = least + lambda;
      Eigen::MatrixXd& hessian = gram.finish();
      hessian /= n;
      hessian.diagonal().array() += l;
      factor.compute(hessian);
      direction = factor.solve(g);
      noise.scale_and_add_normals(
          step, 1, direction_factor * direction_sensitivity(g.norm(), l, L, n));
      add(-1, DenseRow{step}, out.w);
    }
    return out;
  }

 private:
  /// Fills slope <- (1/n) sum phi' x and gram <- sum k x x^T; returns tr/n.
  double derivatives(const Problem& problem,
                     const std::vector<double>& w,
                     std::span<double> slope,
                     WeightedGram& gram) const {
    std::fill(slope.begin(), slope.end(), 0.0);
    gram.clear();
    double trace = 0;
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        for (Index i = 0; i < rows.n; ++i) {
          const auto row = rows.row(i);
          const double a = dot(row, w), y = problem.data.y[std::size_t(i)];
          const double at_a = loss.slope(a, y);
          add(at_a / n, row, slope);
          // Below 1e-4 the difference cancels; both curvatures are the same to 1e-8 there.
          const double curvature = is_majoriser && std::abs(a) > 1e-4
                                       ? (at_a - loss.slope(-a, y)) / (2 * a)
                                       : loss.curvature(a, y);
          // Rounding must not lift k ||x||^2 over the L that the noise was made for.
          const double size = squared_norm(row);
          const double k = size > 0 ? std::clamp(curvature, 0.0, L / size) : 0;
          gram.include(k, row);
          trace += k * size / n;
        }
      });
    });
    return trace;
  }
};

}  // namespace

double direction_sensitivity(double gradient_norm, double l, double L, double n) {
  return gradient_norm * L / (n * l * l + L * l);
}

Outcome<std::shared_ptr<const Plan>> PrivateNewton::plan(const Facts& facts,
                                                         const Budget& budget) const {
  if (facts.n < 1) return Skip{fmt::format("needs at least one record, has n = {}", facts.n)};
  if (facts.d > max_dimension)
    return Skip{
        fmt::format("cost cap: d = {} is more than max_dimension = {}, and a step costs n "
                    "d^2 + d^3",
                    facts.d,
                    max_dimension)};
  const double trace = trace_share * (1 - gradient_share);
  const double rest = 1 - gradient_share - trace;
  const auto event = [&](double z, double share) {  // sensitivity 1 in units of itself
    return Event{Gaussian{.noise_multiplier = z / std::sqrt(share), .sensitivity = 1}, steps};
  };
  const auto ledger_at = [&](double z) {
    return Ledger{.adjacency = budget.target.adjacency,
                  .events = {event(z, gradient_share), event(z, trace), event(z, rest)}};
  };
  const auto z = budget.calibrator->smallest_scale(ledger_at, budget.target);
  if (!z) return z.skip();

  const double n = double(facts.n), above = 1 + 1e-14;  // past the rounding of the products
  auto plan = std::make_shared<DoubleNoisePlan>(
      ledger_at(*z), std::map<std::string, double>{{"T", double(steps)}, {"noise_multiplier", *z}});
  plan->steps = steps;
  plan->is_majoriser = hessian == "majoriser";
  plan->L = facts.L();
  plan->B = facts.bounds.row_norm;
  plan->n = n;
  plan->gradient_noise = *z / std::sqrt(gradient_share) * facts.G() / n * above;
  plan->trace_noise = *z / std::sqrt(trace) * facts.L() / n * above;
  plan->direction_factor = *z / std::sqrt(rest) * above;
  return {std::move(plan)};
}

}  // namespace dpsco
