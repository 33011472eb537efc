// Small plug-ins that do, on purpose, what real ones must not: for the runner's tests and bench.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/core/parallel.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco::testing {

/// What the plug-ins below did since the last reset().
struct Watch {
  std::atomic<std::int64_t> loads{0}, live_bytes{0}, peak_bytes{0};  ///< of toy data
  std::atomic<int> runs{0}, running{0}, most_running{0};             ///< of toy algorithms
  std::atomic<int> deepest{0};  ///< runs that one thread was inside of at a time
  std::atomic<int> optima{0}, ooms{0};
  void reset() {
    loads = live_bytes = peak_bytes = 0;
    runs = running = most_running = deepest = optima = ooms = 0;
  }
};
inline Watch& watch() {
  static Watch instance;
  return instance;
}
template <class Number>
void raise(std::atomic<Number>& peak, Number value) {
  Number seen = peak;
  while (seen < value && !peak.compare_exchange_weak(seen, value)) {}
}

// ---- Data and losses ----------------------------------------------------------------------------

/// Counts its bytes as live from load() to the last user's release. Population risk is a distance.
struct ToyPopulation final : Population {
  explicit ToyPopulation(std::int64_t dimension, std::int64_t size) : d(dimension), held(size) {
    raise<std::int64_t>(watch().peak_bytes, watch().live_bytes += held);
  }
  ToyPopulation(const ToyPopulation&) = delete;
  ToyPopulation& operator=(const ToyPopulation&) = delete;
  ToyPopulation(ToyPopulation&&) = delete;
  ToyPopulation& operator=(ToyPopulation&&) = delete;
  ~ToyPopulation() override { watch().live_bytes -= held; }
  std::vector<double> minimiser(const Loss& /*loss*/) const override {
    std::vector<double> w(std::size_t(d), 0.5);
    return w;
  }
  double excess_risk(const Loss& /*loss*/,
                     std::span<const double> w,
                     std::span<const double> v) const override {
    double sum = 0;
    for (std::size_t j = 0; j < w.size(); ++j) sum += (w[j] - v[j]) * (w[j] - v[j]);
    return sum;
  }
  std::size_t bytes() const override { return std::size_t(held); }
  std::int64_t d, held;
};

struct ToyData final : Dataset {
  std::int64_t n = 20, d = 3, held = 0, says_d = 0;
  std::string fault = "none";
  static constexpr Card card{.name = "toy", .doc = "Gaussian rows"};
  static std::vector<Param<ToyData>> parameters() {
    return {whole("n", &ToyData::n, {1, 1e6}, "rows", "training rows"),
            whole("d", &ToyData::d, {1, 1e6}, "", "dimension"),
            whole("held", &ToyData::held, {0, 1e12}, "bytes", "claimed beside the rows"),
            whole("says_d", &ToyData::says_d, {0, 1e6}, "", "declared d; 0: the truth"),
            word("fault", &ToyData::fault, "none throws oom", "what load does")};
  }
  LoadedData load(const Streams& streams) const override {
    ++watch().loads;
    if (fault == "throws") throw std::runtime_error("toy.txt:3:7: expected a number");
    if (fault == "oom") throw std::bad_alloc();
    Stream stream = streams.open(Purpose::data);
    DenseMatrix x{.n = n, .d = d, .values = std::vector<double>(std::size_t(n * d))};
    stream.normals(x.values);
    std::vector<double> y(std::size_t(n), 0);
    for (double& label : y) label = stream.uniform() < 0.5 ? -1 : 1;
    return {.train = {.x = std::move(x), .y = std::move(y)},
            .population = std::make_shared<ToyPopulation>(d, held)};
  }
  Facts shape() const override { return {.n = n, .d = says_d > 0 ? says_d : d}; }
  std::size_t bytes() const override { return std::size_t(8 * n * d + 8 * n + held); }
};

struct ToySquared final : Loss {
  static constexpr Card card{.name = "toy-squared", .doc = "(a - y)^2 / 2"};
  static std::vector<Param<ToySquared>> parameters() { return {}; }
  double value(double a, double y) const override { return (a - y) * (a - y) / 2; }
  double slope(double a, double y) const override { return a - y; }
  double curvature(double /*a*/, double /*y*/) const override { return 1; }
  LossConstants constants(const DataBounds& bounds) const override {
    return {.lipschitz_on_ball = bounds.radius + 1, .smoothness = 1, .hessian_trace = 1};
  }
};

struct ToyAbsolute final : Loss {
  static constexpr Card card{.name = "toy-absolute", .doc = "|a - y|, not smooth"};
  static std::vector<Param<ToyAbsolute>> parameters() { return {}; }
  double value(double a, double y) const override { return std::abs(a - y); }
  double slope(double a, double y) const override { return a < y ? -1 : 1; }
  double curvature(double /*a*/, double /*y*/) const override { return 0; }
  LossConstants constants(const DataBounds& /*bounds*/) const override {
    return {.lipschitz = 1, .lipschitz_on_ball = 1};
  }
};

// ---- Algorithms ---------------------------------------------------------------------------------

/// A plan whose run is a function.
template <class Run>
struct ToyPlan final : Plan {
  ToyPlan(Ledger releases, Run body)
      : Plan(std::move(releases), {{"T", 1}}), body_(std::move(body)) {}
  Solution run(const Problem& problem, RunContext& context) const override {
    ++watch().runs;
    raise<int>(watch().most_running, ++watch().running);
    struct Leave {
      ~Leave() { --watch().running; }
    } const leave{};
    return body_(problem, context);
  }

 private:
  Run body_;
};
template <class Run>
std::shared_ptr<const Plan> toy_plan(Ledger ledger, Run run) {
  return std::make_shared<ToyPlan<Run>>(std::move(ledger), std::move(run));
}
inline std::vector<double> zeros(const Problem& problem) {
  std::vector<double> w(std::size_t(problem.facts.d), 0);
  return w;
}

/// A random walk: its digest depends on every stream.
struct ToyWalk final : Algorithm {
  std::int64_t steps = 10;
  static constexpr Card card{.name = "toy-walk", .doc = "adds noise"};
  static std::vector<Param<ToyWalk>> parameters() {
    return {whole("steps", &ToyWalk::steps, {0, 1e9}, "", "steps")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& /*budget*/) const override {
    return toy_plan(
        {.events = {{NonPrivate{}}}}, [T = steps](const Problem& problem, RunContext& context) {
          Solution solution{.w = zeros(problem)};
          Stream noise = context.stream(Purpose::noise);
          Stream order = context.stream(Purpose::sampling);
          for (std::int64_t t = 0; t < T && context.keep_going(); ++t) {
            const auto i = Index(order.below(std::uint64_t(problem.data.size())));
            problem.data.with_rows([&](const auto& rows) { add(0.01, rows.row(i), solution.w); });
            noise.scale_and_add_normals(solution.w, 0.99, 0.1);
            ++solution.gradients;
          }
          return solution;
        });
  }
};

/// Parallel inside: its thread waits for others and looks for work meanwhile.
struct ToyParallel final : Algorithm {
  static constexpr Card card{.name = "toy-parallel", .doc = "a parallel loop"};
  static std::vector<Param<ToyParallel>> parameters() { return {}; }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& /*budget*/) const override {
    return toy_plan({}, [](const Problem& problem, RunContext& /*context*/) {
      thread_local int depth = 0;
      raise<int>(watch().deepest, ++depth);
      // Helpers are slow, so the owner always ends up waiting for one.
      const auto owner = std::this_thread::get_id();
      std::atomic<std::int64_t> sum{0};
      parallel_for(16, 1, [&](std::int64_t begin, std::int64_t /*end*/) {
        const bool helper = std::this_thread::get_id() != owner;
        std::this_thread::sleep_for(std::chrono::microseconds(helper ? 1'000 : 100));
        sum += begin;
      });
      --depth;
      Solution solution{.w = zeros(problem)};
      solution.w[0] = double(sum);
      return solution;
    });
  }
};

struct ToyNoop final : Algorithm {
  static constexpr Card card{.name = "toy-noop", .doc = "the zero predictor"};
  static std::vector<Param<ToyNoop>> parameters() { return {}; }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& /*budget*/) const override {
    return toy_plan({}, [](const Problem& problem, RunContext& /*context*/) {
      return Solution{.w = zeros(problem)};
    });
  }
};

struct ToyFaulty final : Algorithm {
  std::string how = "throws";
  static constexpr Card card{.name = "toy-faulty", .doc = "goes wrong"};
  static std::vector<Param<ToyFaulty>> parameters() {
    return {word("how",
                 &ToyFaulty::how,
                 "throws throws-int config oom oom-once nan short sleeps spins random "
                 "plan-throws misfit infeasible",
                 "what happens")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& /*budget*/) const override {
    if (how == "plan-throws") throw std::runtime_error("no plan today");
    if (how == "misfit") return Skip{"needs n >= 100"};
    if (how == "infeasible") return Skip{"the best reachable epsilon is 3", SkipKind::infeasible};
    return toy_plan({}, [fault = how](const Problem& problem, RunContext& context) {
      return go_wrong(fault, problem, context);
    });
  }
  static Solution go_wrong(const std::string& how, const Problem& problem, RunContext& context) {
    Solution solution{.w = zeros(problem)};
    if (how == "throws") throw std::runtime_error("a wheel came off");
    if (how == "throws-int") throw 7;  // NOLINT(hicpp-exception-baseclass): that is the fault
    if (how == "config") throw ConfigError("steps = 0 must be positive");
    if (how == "oom") throw std::bad_alloc();
    if (how == "oom-once") {
      if (watch().ooms++ == 0) throw std::bad_alloc();
      if (watch().running > 1) throw std::runtime_error("not alone");
    }
    if (how == "nan") solution.w[0] = std::numeric_limits<double>::quiet_NaN();
    if (how == "short") solution.w.pop_back();
    if (how == "sleeps") std::this_thread::sleep_for(std::chrono::milliseconds(30));
    if (how == "spins")
      while (context.keep_going()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (how == "random") {
      static std::atomic<int> calls{0};
      solution.w[0] = ++calls;
    }
    return solution;
  }
};

/// Claims privacy. Spends a multiple of what it was given, or asks the calibrator.
struct ToyPrivate final : Algorithm {
  double spend = 0;
  static constexpr Card card{.name = "toy-private",
                             .doc = "adds calibrated noise",
                             .needs = needs_smooth,
                             .privacy = "epsilon-DP",
                             .adjacencies = "replace_one zero_out"};
  static std::vector<Param<ToyPrivate>> parameters() {
    return {real("spend", &ToyPrivate::spend, {0, 100}, "epsilon", "0: calibrated")};
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& budget) const override {
    const Adjacency adjacency = budget.target.adjacency;
    double epsilon = spend * budget.target.epsilon;
    if (spend == 0) {
      const auto scale = budget.calibrator->smallest_scale(
          [&](double s) {
            return Ledger{adjacency, {{Pure{1 / s}}}};
          },
          budget.target);
      if (!scale) return scale.skip();
      epsilon = 1 / *scale;
    }
    return toy_plan(
        {adjacency, {{Pure{epsilon}}}}, [epsilon](const Problem& problem, RunContext& context) {
          Solution solution{.w = zeros(problem)};
          context.stream(Purpose::noise).scale_and_add_normals(solution.w, 1, 1 / epsilon);
          return solution;
        });
  }
};

// ---- Judges -------------------------------------------------------------------------------------

inline double sum_of_pure(const Ledger& ledger) {
  double sum = 0;
  for (const Event& event : ledger.events)
    if (const auto* pure = std::get_if<Pure>(&event.mechanism))
      sum += pure->epsilon * double(event.count);
  return sum;
}
struct ToyExact final : Accountant {
  static constexpr Card card{.name = "toy-exact", .doc = "sums pure epsilons"};
  static std::vector<Param<ToyExact>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double /*delta*/) const override {
    return Price{.epsilon = sum_of_pure(ledger), .direction = Direction::exact};
  }
};
struct ToyEstimate final : Accountant {
  static constexpr Card card{.name = "toy-estimate", .doc = "guesses"};
  static std::vector<Param<ToyEstimate>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& ledger, double /*delta*/) const override {
    return Price{.epsilon = sum_of_pure(ledger) / 2, .direction = Direction::estimate};
  }
};
struct ToyIgnorant final : Accountant {
  static constexpr Card card{.name = "toy-ignorant", .doc = "knows no event"};
  static std::vector<Param<ToyIgnorant>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& /*ledger*/, double /*delta*/) const override {
    return Skip{"does not know 'pure'"};
  }
};

/// Halves until it fits, then bisects: enough for a ledger whose cost falls with scale.
struct ToyCalibrator final : Calibrator {
  explicit ToyCalibrator(const Accountant& trusted) : accountant(trusted) {}
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    double low = 1e-6, high = 1e6;
    for (int i = 0; i < 200; ++i) {
      const double middle = std::sqrt(low * high);
      const auto price = accountant.price(ledger_at(middle), target.delta);
      if (!price) return Skip{price.skip().reason, SkipKind::infeasible};
      (price->epsilon <= target.epsilon ? high : low) = middle;
    }
    return high;
  }
  const Accountant& accountant;
};

struct ToyBound final : Bound {
  static constexpr Card card{.name = "toy-bound", .doc = "||w*|| / n", .version = 3};
  static std::vector<Param<ToyBound>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override {
    return sum_of({{"distance", query.comparator_norm / double(query.facts.n)}});
  }
};

struct ToyObjective final : Metric {
  static constexpr Card card{.name = "objective", .doc = "F(w)"};
  static std::vector<Param<ToyObjective>> parameters() { return {}; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& /*truth*/,
                          const Solution& solution) const override {
    return problem.objective(solution.w);
  }
};
struct ToyDistance final : Metric {
  static constexpr Card card{.name = "distance", .doc = "F(w) - F(optimum)"};
  static std::vector<Param<ToyDistance>> parameters() { return {}; }
  bool needs_optimum() const override { return true; }
  Outcome<double> measure(const Problem& problem,
                          const Truth& truth,
                          const Solution& solution) const override {
    return problem.objective(solution.w) - truth.optimum->value;
  }
};
struct ToyBadMetric final : Metric {
  static constexpr Card card{.name = "bad-metric", .doc = "infinite"};
  static std::vector<Param<ToyBadMetric>> parameters() { return {}; }
  Outcome<double> measure(const Problem& /*problem*/,
                          const Truth& /*truth*/,
                          const Solution& /*solution*/) const override {
    return std::numeric_limits<double>::infinity();
  }
};
struct ToyNoMetric final : Metric {
  static constexpr Card card{.name = "no-metric", .doc = "never has a value"};
  static std::vector<Param<ToyNoMetric>> parameters() { return {}; }
  Outcome<double> measure(const Problem& /*problem*/,
                          const Truth& /*truth*/,
                          const Solution& /*solution*/) const override {
    return Skip{"there are no test data"};
  }
};

}  // namespace dpsco::testing
