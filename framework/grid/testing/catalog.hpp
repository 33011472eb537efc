// Plug-ins that do nothing, and helpers, for the tests of this folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "framework/grid/expand.hpp"
#include "framework/grid/grid.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco::grid_testing {

struct Spiked : Dataset {
  std::int64_t n = 2000, d = 10;
  double norm = 10;
  static constexpr Card card{.name = "spiked", .doc = "synthetic"};
  static std::vector<Param<Spiked>> parameters() {
    return {whole("n", &Spiked::n, {1, 1e9}, "", "records"),
            whole("d", &Spiked::d, {1, 1e9}, "", "dimension"),
            real("norm", &Spiked::norm, {0, 1e6}, "", "of w*")};
  }
  LoadedData load(const Streams& /*streams*/) const override { return {}; }
  Facts shape() const override { return {.n = n, .d = d}; }
  std::size_t bytes() const override { return 0; }
};

/// Counts how often it is made and hashed: both must happen once for each choice of parameters.
struct File final : Dataset {
  std::string path;
  double radius = 10;
  static inline int hashed = 0;
  static inline std::string hash = "c0ffee";
  static constexpr Card card{.name = "file", .doc = "the same for every repetition"};
  static std::vector<Param<File>> parameters() {
    return {dpsco::path("path", &File::path, "where"),
            real("radius", &File::radius, {0, 1e6}, "", "R")};
  }
  LoadedData load(const Streams& /*streams*/) const override { return {}; }
  Facts shape() const override { return {}; }
  std::size_t bytes() const override { return 0; }
  bool varies_with_repetition() const override { return false; }
  std::string content_hash() const override {
    ++hashed;
    require(path != "missing", "no file 'missing'");
    return hash;
  }
};

struct Logistic : Loss {
  double l2 = 0;
  static constexpr Card card{.name = "logistic", .doc = "log(1 + exp(-m))"};
  static std::vector<Param<Logistic>> parameters() {
    return {real("l2", &Logistic::l2, {0, 1e6}, "", "regularisation")};
  }
  double value(double /*a*/, double /*y*/) const override { return 0; }
  double slope(double /*a*/, double /*y*/) const override { return 0; }
  double curvature(double /*a*/, double /*y*/) const override { return 0; }
  LossConstants constants(const DataBounds& /*bounds*/) const override { return {}; }
};
struct Hinge final : Logistic {
  double h = 0.5;
  static constexpr Card card{.name = "hinge", .doc = "smoothed"};
  static std::vector<Param<Hinge>> parameters() {
    return {real("h", &Hinge::h, {1e-6, 1}, "", "width")};
  }
};

struct NoMethod : Algorithm {
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& /*facts*/,
                                            const Budget& /*budget*/) const override {
    return Skip{"made for tests"};
  }
};
struct Pnsgd : NoMethod {
  double eta0 = 10;
  std::int64_t batch = 1;
  std::string projection = "ball";
  static constexpr Card card{.name = "pnsgd", .doc = "a method"};
  static std::vector<Param<Pnsgd>> parameters() {
    return {real("eta0", &Pnsgd::eta0, {1e-6, 1e6}, "", "step scale"),
            whole("batch", &Pnsgd::batch, {1, 1e9}, "", "batch size"),
            word("projection", &Pnsgd::projection, "ball none", "where to")};
  }
};
struct Zero final : NoMethod {
  static constexpr Card card{.name = "zero", .doc = "no parameters"};
  static std::vector<Param<Zero>> parameters() { return {}; }
};

struct Gdp : Accountant {
  static constexpr Card card{.name = "gdp", .doc = "an accountant"};
  static std::vector<Param<Gdp>> parameters() { return {}; }
  Outcome<Price> price(const Ledger& /*ledger*/, double /*delta*/) const override {
    return Price{};
  }
};
struct Rdp final : Gdp {
  static constexpr Card card{.name = "rdp", .doc = "another"};
  static std::vector<Param<Rdp>> parameters() { return {}; }
};
struct Auto : Gdp {
  static constexpr Card card{.name = "auto", .doc = "the default"};
  static std::vector<Param<Auto>> parameters() { return {}; }
};
struct Theorem final : Bound {
  static constexpr Card card{.name = "theorem-1", .doc = "a bound"};
  static std::vector<Param<Theorem>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& /*query*/) const override { return Promise{}; }
};
struct Risk : Metric {
  static constexpr Card card{.name = "risk", .doc = "a metric"};
  static std::vector<Param<Risk>> parameters() { return {}; }
  Outcome<double> measure(const Problem& /*problem*/,
                          const Truth& /*truth*/,
                          const Solution& /*solution*/) const override {
    return 0.0;
  }
};
struct Accuracy final : Risk {
  static constexpr Card card{.name = "accuracy", .doc = "another"};
  static std::vector<Param<Accuracy>> parameters() { return {}; }
};

/// The same plug-in one version on.
template <class T>
struct Newer final : T {
  static constexpr Card card = [] {
    Card next = T::card;
    next.version = 2;
    return next;
  }();
  static std::vector<Param<Newer>> parameters() {
    std::vector<Param<Newer>> rows;
    for (const Param<T>& row : T::parameters()) {
      std::visit(
          [&](auto member) {
            using Value = std::remove_reference_t<decltype(std::declval<T>().*member)>;
            rows.push_back({row.name,
                            static_cast<Value Newer::*>(member),
                            row.kind,
                            row.low,
                            row.high,
                            row.words,
                            row.unit,
                            row.doc});
          },
          row.member);
    }
    return rows;
  }
};

/// `newer` names one kind whose plug-in is a version on: data, loss, algorithm, accountant, metric.
inline Catalog catalog(std::string_view newer = {}) {
  Catalog all;
  const auto add = [&]<class T>(auto& registry, std::string_view kind, T* /*tag*/) {
    if (kind == newer) {
      registry.template add<Newer<T>>();
    } else {
      registry.template add<T>();
    }
  };
  add(all.datasets, "data", static_cast<Spiked*>(nullptr));
  add(all.losses, "loss", static_cast<Logistic*>(nullptr));
  add(all.algorithms, "algorithm", static_cast<Pnsgd*>(nullptr));
  add(all.accountants, "accountant", static_cast<Auto*>(nullptr));
  add(all.metrics, "metric", static_cast<Risk*>(nullptr));
  all.datasets.add<File>();
  all.losses.add<Hinge>();
  all.algorithms.add<Zero>();
  all.accountants.add<Rdp>();
  all.accountants.add<Gdp>();
  all.bounds.add<Theorem>();
  all.metrics.add<Accuracy>();
  return all;
}

/// The cells of a grid file called g.toml.
inline std::vector<Cell> cells_of(std::string_view text,
                                  const GridOverrides& overrides = {},
                                  std::size_t max_runs = default_max_runs,
                                  std::vector<std::string>* notes = nullptr) {
  return expand(parse_grid(text, "g.toml", overrides), catalog(), max_runs, notes);
}

/// What ConfigError says, or "accepted".
template <class Run>
std::string error_of(Run run) {
  try {
    run();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}
inline std::string grid_error(std::string_view text, const GridOverrides& overrides = {}) {
  return error_of([&] { cells_of(text, overrides); });
}

/// A grid whose block has these lines; line 1 is [metrics], line 3 [[grid]], line 4 the first
/// given.
inline std::string with_block(std::string_view lines) {
  return "[metrics]\nuse = \"risk\"\n[[grid]]\n" + std::string(lines);
}

}  // namespace dpsco::grid_testing
