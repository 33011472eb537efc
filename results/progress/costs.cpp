#include "results/progress/costs.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace dpsco {

namespace {

void append(std::string& text, const std::string& owner, const Choice& choice) {
  text += fmt::format("{}={}", owner, choice.name);
  for (const auto& [name, value] : choice.parameters)
    text += fmt::format(" {}.{}={}", owner, name, to_text(value));
  text += '\n';
}

double whole_parameter(const Parameters& parameters, const char* name) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) return 0;
  const auto* whole = std::get_if<std::int64_t>(&found->second);
  return whole == nullptr ? 0 : double(*whole);
}

/// The power of size with the least squares of log cost; 1 if there is only one size.
double fitted_power(const std::vector<std::pair<double, double>>& points) {
  double x_mean = 0, y_mean = 0;
  for (const auto& [size, cost] : points) {
    x_mean += std::log(size) / double(points.size());
    y_mean += std::log(cost) / double(points.size());
  }
  double xx = 0, xy = 0;
  for (const auto& [size, cost] : points) {
    const double dx = std::log(size) - x_mean;
    xx += dx * dx;
    xy += dx * (std::log(cost) - y_mean);
  }
  // Beyond cubic, or falling, it is noise: not to be extrapolated.
  return xx > 1e-6 ? std::clamp(xy / xx, 0.0, 3.0) : 1.0;
}

}  // namespace

CostKey cost_key(const Cell& cell) {
  CostKey key{.method = cell.algorithm.name};
  append(key.setting, "algorithm", cell.algorithm);
  append(key.setting, "data", cell.data);
  append(key.setting, "loss", cell.loss);
  key.size =
      whole_parameter(cell.data.parameters, "n") * whole_parameter(cell.data.parameters, "d");
  return key;
}

CostKey cost_key(const StoredRun& run) {
  Choice algorithm{.name = run.algorithm}, data{.name = run.data}, loss{.name = run.loss};
  for (const auto& [name, value] : run.parameters) {
    const std::size_t dot = name.find('.');
    const std::string owner = name.substr(0, dot);
    Choice& choice = owner == "algorithm" ? algorithm : owner == "data" ? data : loss;
    choice.parameters[name.substr(dot + 1)] = value;
  }
  return cost_key(Cell{.data = data, .loss = loss, .algorithm = algorithm});
}

void CostModel::add(const CostKey& key, double seconds) {
  Mean& setting = methods_[key.method][key.setting];
  setting.size = key.size;
  for (Mean* const mean : {&setting, &all_}) {
    mean->sum += seconds;
    mean->count += 1;
  }
}

std::optional<double> CostModel::expected(const CostKey& key) const {
  if (all_.count == 0) return {};
  const auto method = methods_.find(key.method);
  if (method == methods_.end()) return all_.value();
  const auto setting = method->second.find(key.setting);
  if (setting != method->second.end()) return setting->second.value();
  std::vector<std::pair<double, double>> points;
  double sum = 0;
  for (const auto& [name, mean] : method->second) {
    sum += mean.value();
    if (mean.size > 0 && mean.value() > 0) points.emplace_back(mean.size, mean.value());
  }
  if (key.size <= 0 || points.empty()) return sum / double(method->second.size());
  const double power = fitted_power(points);
  double log_scale = 0;
  for (const auto& [size, cost] : points)
    log_scale += (std::log(cost) - power * std::log(size)) / double(points.size());
  return std::exp(log_scale + power * std::log(key.size));
}

}  // namespace dpsco
