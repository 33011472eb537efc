#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "framework/grid/cell.hpp"
#include "framework/registry/catalog.hpp"
#include "framework/runner/plan_shelf.hpp"
#include "framework/runner/services.hpp"

namespace dpsco {

/// The accountants, calibrators, bounds and metrics that some cells name, made once before the
/// first thread starts and shared by all: they are pure, so nothing can leak between runs. Plans
/// that were made are kept too; algorithms are not here: each plan is made by a fresh one.
class Toolbox {
 public:
  /// `catalog` and `services` must outlive the box. A name that can't be made (unknown, bad
  /// calibrator) is remembered, not thrown: it fails the cells that use it and no others.
  Toolbox(const Catalog& catalog, const Services& services, std::span<const Cell> cells);

  const Catalog& catalog() const { return *catalog_; }
  const Services& services() const { return *services_; }

  // Each throws ConfigError with the reason why the tool could not be made.
  const Accountant& accountant(const std::string& name) const;
  const Bound& bound(const std::string& name) const;
  const Metric& metric(const std::string& name) const;
  /// By the name of its accountant. The empty name gives one that can't calibrate and says so.
  const Calibrator& calibrator(const std::string& accountant) const;
  PlanShelf& plans() const { return plans_; }

 private:
  template <class Tool>
  struct Made {
    std::unique_ptr<const Tool> tool{};
    std::string error{};
  };
  template <class Tool>
  using Shelf = std::map<std::string, Made<Tool>>;

  template <class Tool, class Make>
  static void put(Shelf<Tool>& shelf, const std::string& name, Make make);
  template <class Tool>
  static const Tool& take(const Shelf<Tool>& shelf, const std::string& name);

  const Catalog* catalog_;
  const Services* services_;
  Shelf<Accountant> accountants_;
  Shelf<Calibrator> calibrators_;
  Shelf<Bound> bounds_;
  Shelf<Metric> metrics_;
  mutable PlanShelf plans_{};
};

}  // namespace dpsco
