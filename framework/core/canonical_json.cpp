#include "framework/core/canonical_json.hpp"

#include <cmath>

#include <fmt/format.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

void append(std::string& out, const nlohmann::json& value);

template <class Range, class Each>
void append_list(std::string& out, char open, char close, const Range& range, Each each) {
  out += open;
  bool first = true;
  for (auto item = range.begin(); item != range.end(); ++item) {
    if (!first) out += ',';
    first = false;
    each(item);
  }
  out += close;
}

void append(std::string& out, const nlohmann::json& value) {
  if (value.is_object()) {
    append_list(out, '{', '}', value, [&](auto item) {
      out += nlohmann::json(item.key()).dump();
      out += ':';
      append(out, item.value());
    });
  } else if (value.is_array()) {
    append_list(out, '[', ']', value, [&](auto item) { append(out, *item); });
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    require(std::isfinite(number), "{} has no place in JSON", number);
    const std::string text = fmt::format("{}", number == 0 ? 0.0 : number);  // -0.0 is 0.0
    out += text;
    if (text.find_first_of(".e") == std::string::npos) out += ".0";
  } else {
    out += value.dump();
  }
}

}  // namespace

std::string canonical_json(const nlohmann::json& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace dpsco
