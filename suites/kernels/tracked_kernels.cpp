#include "suites/kernels/tracked_kernels.hpp"

#include <cmath>
#include <gnu/libc-version.h>
#include <memory>
#include <span>
#include <sstream>

#include <hwy/highway.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/grid/expand.hpp"
#include "framework/problem/optimum.hpp"
#include "framework/runner/prepare.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "results/environment/build_info.hpp"
#include "suites/catalog.hpp"

namespace dpsco {

namespace {

using Call = std::function<void()>;

/// Keeps the compiler from dropping a result that nobody reads.
void keep(double value) {
  asm volatile("" : : "m"(value) : "memory");
}

Call normals() {
  auto out = std::make_shared<std::vector<double>>(4096);
  return [out] {
    Stream({1, 2}).normals(*out);
    keep(out->back());
  };
}

/// Eight rows of d columns, as in noisy_step_bench.cpp, and one noisy step on each.
Call dense_steps() {
  constexpr Index d = 1000, n = 8;
  auto x = std::make_shared<DenseMatrix>(
      DenseMatrix{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))});
  Stream({5, 6}).normals(x->values);
  for (double& value : x->values) value /= std::sqrt(double(d));
  return [x] {
    std::vector<double> w(std::size_t(x->d), 0.0);
    Stream noise({3, 4});
    for (Index i = 0; i < x->n; ++i) {
      const double slope = -1 / (1 + std::exp(dot(x->row(i), w)));
      noise.noisy_step(w, x->row(i).values, 0.1 * slope, 0.999, 0.01);
    }
    keep(w.back());
  };
}

Call sparse_steps() {
  constexpr Index d = 5000, nnz = 67, n = 8;
  auto x = std::make_shared<SparseMatrix>(SparseMatrix{.n = n, .d = d});
  Stream stream({7, 8});
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < nnz; ++k) {
      const Index from = k * d / nnz, to = (k + 1) * d / nnz;
      x->columns.push_back(std::int32_t(from + Index(stream.below(std::uint64_t(to - from)))));
      x->values.push_back((stream.uniform() - 0.5) / std::sqrt(double(nnz)));
    }
    x->start.push_back(Index(x->values.size()));
  }
  return [x] {
    std::vector<double> w(std::size_t(x->d), 0.0);
    Stream noise({3, 4});
    for (Index i = 0; i < x->n; ++i) {
      const double slope = -1 / (1 + std::exp(dot(x->row(i), w)));
      add(-0.1 * slope, x->row(i), w);
      noise.scale_and_add_normals(w, 0.999, 0.01);
    }
    keep(w.back());
  };
}

/// What a kernel on a real plan needs, alive as long as its call.
struct Stage {
  Catalog catalog = full_catalog();
  Cell cell{};
  std::shared_ptr<const PreparedProblem> prepared{};
  std::unique_ptr<const Accountant> accountant{};
  std::unique_ptr<RootCalibrator> calibrator{};
};

std::shared_ptr<Stage> stage(const std::string& algorithm) {
  auto made = std::make_shared<Stage>();
  const std::string grid =
      "schema = 1\n[run]\nseed = 1\n[[grid]]\n"
      "data = {name = \"spiked\", n = 500, d = 50, evaluation_rows = 10}\nloss = \"logistic\"\n"
      "privacy = {epsilon = 1.0, delta = 1e-5, calibrate = \"gdp\"}\nalgorithm = {name = \"" +
      algorithm + "\"}\nmetrics = [\"excess_empirical_risk\"]\n";
  made->cell = expand(parse_grid(grid, "tracked kernel"), made->catalog).at(0);
  const Services services{.find_optimum = [](const Problem& p) { return find_optimum(p); }};
  const Preparation preparation = prepare_problem(made->cell, made->catalog, services, false);
  require(preparation.prepared != nullptr, "tracked kernel: {}", preparation.failure);
  made->prepared = preparation.prepared;
  made->accountant = made->catalog.accountants.make(made->cell.calibrate);
  made->calibrator = std::make_unique<RootCalibrator>(*made->accountant);
  return made;
}

Call objective() {
  auto on = stage("sgd");
  auto w = std::make_shared<std::vector<double>>(std::size_t(on->prepared->problem.facts.d), 0.1);
  return [on, w] { keep(on->prepared->problem.objective(*w)); };
}

Call optimum() {
  auto on = stage("sgd");
  return [on] {
    const auto found = find_optimum(on->prepared->problem);
    keep(found ? found->gap : 0);
  };
}

/// Plan and run of a method; planning calibrates its noise.
Call whole_run(const std::string& algorithm, bool plan_only) {
  auto on = stage(algorithm);
  auto method = std::shared_ptr<const Algorithm>(
      on->catalog.algorithms.make(algorithm, on->cell.algorithm.parameters));
  const auto plan_of = [on, method] {
    auto plan = method->plan(on->prepared->problem.facts,
                             {.target = on->cell.target, .calibrator = on->calibrator.get()});
    require(bool(plan), "tracked kernel: no plan");
    return *std::move(plan);
  };
  if (plan_only) return [plan_of] { keep(double(plan_of()->schedule.size())); };
  const std::shared_ptr<const Plan> plan = plan_of();
  return [on, plan] {
    const Streams streams(on->cell.seed, on->cell.shared_key, on->cell.stream_key);
    RunContext context(streams, [] { return false; });
    keep(plan->run(on->prepared->problem, context).w.front());
  };
}

/// 1,000 Poisson-sampled Gaussian steps, sampling rate 0.01, noise multiplier 1.
Call price(const std::string& accountant) {
  const Catalog catalog = full_catalog();
  auto made = std::shared_ptr<const Accountant>(catalog.accountants.make(accountant));
  auto ledger =
      std::make_shared<Ledger>(Ledger{.adjacency = Adjacency::add_remove,
                                      .events = {{PoissonSampled{0.01, {{Gaussian{1}}}}, 1000}}});
  return [made, ledger] {
    const auto priced = made->price(*ledger, 1e-5);
    require(bool(priced), "tracked kernel: {}", priced ? "" : priced.skip().reason);
    keep(priced->epsilon);
  };
}

std::string instruction_set() {
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(targets & -targets);
}

/// Without the warnings, which change no instruction.
std::string code_flags(const std::string& flags) {
  std::istringstream words(flags);
  std::string kept;
  for (std::string word; words >> word;)
    if (!word.starts_with("-W")) kept += (kept.empty() ? "" : " ") + word;
  return kept;
}

}  // namespace

std::vector<TrackedKernel> tracked_kernels() {
  return {{"normals/4096", normals},
          {"dense_noisy_steps/8x1000", dense_steps},
          {"sparse_noisy_steps/8x5000/67", sparse_steps},
          {"objective/500x50", objective},
          {"optimum/500x50", optimum},
          {"plan/single-pass-dp-sgd", [] { return whole_run("single-pass-dp-sgd", true); }},
          {"run/single-pass-dp-sgd", [] { return whole_run("single-pass-dp-sgd", false); }},
          {"plan/pnsgd", [] { return whole_run("pnsgd", true); }},
          {"run/pnsgd", [] { return whole_run("pnsgd", false); }},
          {"run/sgd", [] { return whole_run("sgd", false); }},
          {"price/rdp", [] { return price("rdp"); }},
          {"price/contour", [] { return price("contour"); }},
          {"price/pld", [] { return price("pld"); }}};
}

std::string tracked_context() {
  const BuildInfo& info = build_info();
  nlohmann::json context{{"compiler", info.compiler},
                         {"build_type", info.build_type},
                         {"flags", code_flags(info.flags)},
                         {"glibc", gnu_get_libc_version()},
                         {"instruction_set", instruction_set()}};
  for (const auto& [library, version] : info.libraries) context["lib/" + library] = version;
  return context.dump();
}

}  // namespace dpsco
