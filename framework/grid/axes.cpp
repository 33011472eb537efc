#include "framework/grid/axes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

namespace dpsco {

namespace {

constexpr std::int64_t most_values = 1'000'000;

double rounded(double value) {
  const std::string text = fmt::format("{:.15g}", value);
  double out = value;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

double number_of(const Node& node, std::string_view what) {
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return double(*whole);
  const auto* real = std::get_if<double>(&node.value);
  if (real == nullptr) refuse(node.at, "{} must be a number, not {}", what, kind(node));
  if (!std::isfinite(*real)) refuse(node.at, "{} must be finite", what);
  return *real;
}

std::int64_t count_of(const Node& node, std::string_view what) {
  const auto* whole = std::get_if<std::int64_t>(&node.value);
  if (whole == nullptr || *whole < 2 || *whole > most_values) {
    refuse(
        node.at, "{}: the number of values must be a whole number from 2 to {}", what, most_values);
  }
  return *whole;
}

struct Range3 {
  double first, last;
  const Node& third;
};

std::vector<double> lin(const Range3& range, std::string_view what) {
  const std::int64_t count = count_of(range.third, what);
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = double(i) / double(count - 1);
    values.push_back(rounded((1 - share) * range.first + share * range.last));
  }
  return values;
}

std::vector<double> log(const Range3& range, std::string_view what) {
  const std::int64_t count = count_of(range.third, what);
  if (!(range.first > 0 && range.last > 0)) {
    refuse(range.third.at,
           "{} needs both ends above zero, not {} and {}",
           what,
           range.first,
           range.last);
  }
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = double(i) / double(count - 1);
    values.push_back(rounded(
        std::pow(10.0, (1 - share) * std::log10(range.first) + share * std::log10(range.last))));
  }
  values.front() = range.first;
  values.back() = range.last;
  return values;
}

std::vector<double> steps(const Range3& range, std::string_view what) {
  const double step = number_of(range.third, what);
  if (step == 0 || (range.last - range.first) / step < 0) {
    refuse(range.third.at,
           "{} from {} never reaches {} in steps of {}",
           what,
           range.first,
           range.last,
           step);
  }
  // The last step may miss the end by rounding: 0, 0.1, ..., 1 has eleven values.
  const double count = std::floor((range.last - range.first) / step + 1e-9) + 1;
  if (!(count <= double(most_values)))
    refuse(range.third.at, "{} has {} values; at most {} are allowed", what, count, most_values);
  std::vector<double> values;
  for (std::int64_t i = 0; i < std::int64_t(count); ++i)
    values.push_back(rounded(range.first + double(i) * step));
  return values;
}

std::vector<GridValue> range_values(const std::string& name, const Node& node) {
  const Node::Entry& entry = node.table()->front();
  const std::string what = fmt::format("{} of '{}'", entry.key, name);
  const Node::Array* parts = entry.value.array();
  if (parts == nullptr || parts->size() != 3) {
    refuse(entry.value.at,
           "{} must be [first, last, {}]",
           what,
           entry.key == "range" ? "step" : "number of values");
  }
  const Range3 range{number_of((*parts)[0], what), number_of((*parts)[1], what), (*parts)[2]};
  const auto values = entry.key == "lin"   ? lin(range, what)
                      : entry.key == "log" ? log(range, what)
                                           : steps(range, what);
  std::vector<GridValue> out;
  out.reserve(values.size());
  for (const double value : values) out.push_back({value, node.at});
  return out;
}

}  // namespace

GridValue scalar_of(const Node& node, std::string_view what) {
  if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return {*whole, node.at};
  if (const auto* real = std::get_if<double>(&node.value)) return {*real, node.at};
  if (const auto* text = node.string()) return {*text, node.at};
  refuse(node.at, "{} must be a number or text, not {}", what, kind(node));
}

std::vector<GridValue> scalars_of(const Node& node, std::string_view what) {
  const Node::Array* array = node.array();
  if (array == nullptr) return {scalar_of(node, what)};
  if (array->empty()) refuse(node.at, "{} has no values", what);
  if (std::int64_t(array->size()) > most_values) {
    refuse(node.at, "{} has {} values; at most {} are allowed", what, array->size(), most_values);
  }
  std::vector<GridValue> values;
  values.reserve(array->size());
  for (const Node& item : *array) values.push_back(scalar_of(item, what));
  return values;
}

Axis axis_of(const std::string& name, const Place& at, const Node& node) {
  const std::string what = fmt::format("'{}'", name);
  if (is_range(node)) return {name, range_values(name, node), true, at};
  if (node.table() != nullptr) {
    refuse(node.at,
           "{} must be a number, text, an array of these, or a range: "
           "{{lin = [a, b, k]}}, {{log = [a, b, k]}} or {{range = [a, b, step]}}",
           what);
  }
  return {name, scalars_of(node, what), node.array() != nullptr, at};
}

}  // namespace dpsco
