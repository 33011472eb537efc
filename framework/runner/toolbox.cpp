#include "framework/runner/toolbox.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

namespace dpsco {

namespace {

/// For cells of non-private methods, which name no accountant.
struct NoCalibrator final : Calibrator {
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& /*ledger_at*/,
                                 const Target& /*target*/) const override {
    return Skip{"the cell names no accountant to calibrate with: set privacy.calibrate"};
  }
};

}  // namespace

template <class Tool, class Make>
void Toolbox::put(Shelf<Tool>& shelf, const std::string& name, Make make) {
  if (shelf.contains(name)) return;
  Made<Tool>& made = shelf[name];
  try {
    made.tool = make();
  } catch (const std::exception& error) {
    made.error = error.what();
  }
}

template <class Tool>
const Tool& Toolbox::take(const Shelf<Tool>& shelf, const std::string& name) {
  const auto found = shelf.find(name);
  if (found == shelf.end())
    throw std::logic_error(fmt::format("internal error: '{}' is not in the toolbox", name));
  if (!found->second.tool) throw ConfigError(found->second.error);
  return *found->second.tool;
}

Toolbox::Toolbox(const Catalog& catalog, const Services& services, std::span<const Cell> cells)
    : catalog_(&catalog), services_(&services) {
  for (const Cell& cell : cells) {
    for (const std::string& name : cell.accountants)
      put(accountants_, name, [&] { return catalog.accountants.make(name); });
    for (const std::string& name : cell.bounds)
      put(bounds_, name, [&] { return catalog.bounds.make(name); });
    for (const std::string& name : cell.metrics)
      put(metrics_, name, [&] { return catalog.metrics.make(name); });
    if (cell.calibrate.empty()) {
      put(calibrators_, cell.calibrate, [] { return std::make_unique<NoCalibrator>(); });
    } else {
      put(accountants_, cell.calibrate, [&] { return catalog.accountants.make(cell.calibrate); });
      put(calibrators_, cell.calibrate, [&] {
        require(bool(services.make_calibrator), "no calibration service was given to the runner");
        return services.make_calibrator(accountant(cell.calibrate));
      });
    }
  }
}

const Accountant& Toolbox::accountant(const std::string& name) const {
  return take(accountants_, name);
}
const Bound& Toolbox::bound(const std::string& name) const {
  return take(bounds_, name);
}
const Metric& Toolbox::metric(const std::string& name) const {
  return take(metrics_, name);
}
const Calibrator& Toolbox::calibrator(const std::string& accountant) const {
  return take(calibrators_, accountant);
}

}  // namespace dpsco
