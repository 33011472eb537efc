// What tests of methods share: facts, a small problem in dense and sparse form, one run.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "framework/contracts.hpp"
#include "framework/registry/registry.hpp"

namespace dpsco::testing {

/// Answers with the scale it was given: a plan's ledger and run at a known noise.
struct FixedScale final : Calibrator {
  explicit FixedScale(double scale) : scale_(scale) {}
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                 const Target& /*target*/) const override {
    return scale_;
  }

 private:
  double scale_;
};

inline Facts facts(Index n, Index d, const Loss& loss, double R = 10, double row_norm = 1) {
  Facts all{.n = n, .d = d, .bounds = {.row_norm = row_norm, .radius = R}};
  all.constants = loss.constants(all.bounds);
  all.regularisation = loss.regularisation();
  return all;
}

/// Half of the features are zero, the others +-1/sqrt(d), so ||x|| <= 1; labels are fair coins.
inline Problem problem(Index n, Index d, std::shared_ptr<const Loss> loss) {
  Stream stream({11, std::uint64_t(n * 1000 + d)});
  DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
  for (double& v : x.values) {
    const double u = stream.uniform();
    v = u < 0.5 ? 0 : (u < 0.75 ? 1 : -1) / std::sqrt(double(d));
  }
  Problem out;
  for (Index i = 0; i < n; ++i) out.data.y.push_back(stream.uniform() < 0.5 ? -1 : 1);
  out.data.x = std::move(x);
  out.facts = facts(n, d, *loss);
  out.loss = std::move(loss);
  return out;
}

/// The same problem with compressed rows. pre: `dense` holds dense rows.
inline Problem sparse(const Problem& dense) {
  const auto& x = std::get<DenseMatrix>(dense.data.x);
  SparseMatrix s{.n = x.n, .d = x.d};
  for (Index i = 0; i < x.n; ++i) {
    for (Index j = 0; j < x.d; ++j) {
      const double v = x.row(i).values[std::size_t(j)];
      if (v == 0) continue;
      s.columns.push_back(std::int32_t(j));
      s.values.push_back(v);
    }
    s.start.push_back(Index(s.columns.size()));
  }
  Problem out = dense;
  out.data.x = std::move(s);
  return out;
}

/// All features zero: every gradient vanishes, and only the noise is left.
inline Problem silent(Index n, Index d, std::shared_ptr<const Loss> loss) {
  Problem out = problem(n, d, std::move(loss));
  for (double& v : std::get<DenseMatrix>(out.data.x).values) v = 0;
  return out;
}

inline Streams streams(const std::string& cell = "cell") {
  return Streams{42, "shared", cell};
}

inline Solution run(const Plan& plan,
                    const Problem& on,
                    const std::string& cell = "cell",
                    int threads = 1) {
  const Streams own = streams(cell);
  RunContext context(
      own, [] { return false; }, threads);
  return plan.run(on, context);
}

/// T's plan with the given members set, at a fixed noise scale.
template <std::derived_from<Algorithm> T>
Outcome<std::shared_ptr<const Plan>> plan(const T& method,
                                          const Facts& facts,
                                          double scale = 1,
                                          Target target = {}) {
  const FixedScale calibrator(scale);
  return method.plan(facts, {target, &calibrator});
}

/// max_j |a_j - b_j| / (1 + |b_j|); infinite if the sizes differ or a number is none.
inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double worst = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double gap = std::abs(a[j] - b[j]) / (1 + std::abs(b[j]));
    if (std::isnan(gap)) return INFINITY;
    worst = std::max(worst, gap);
  }
  return worst;
}

/// Mean square of all coordinates over `runs` independent runs.
inline double mean_square(const Plan& plan, const Problem& on, int runs) {
  double sum = 0;
  for (int seed = 0; seed < runs; ++seed)
    for (const double v : run(plan, on, std::to_string(seed)).w) sum += v * v;
  return sum / (double(runs) * double(on.data.dimension()));
}

}  // namespace dpsco::testing
