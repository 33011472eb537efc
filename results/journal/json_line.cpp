#include "results/journal/json_line.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace dpsco {

void append_quoted(std::string& out, std::string_view text) {
  const auto plain = [](unsigned char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
  if (std::all_of(text.begin(), text.end(), plain)) {
    out += '"';
    out += text;
    out += '"';
  } else {
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

void append_double(std::string& out, double value) {
  const std::size_t start = out.size();
  fmt::format_to(std::back_inserter(out), "{}", value);
  if (out.find_first_of(".e", start) == std::string::npos) out += ".0";
}

void JsonLine::field(std::string_view name) {
  if (!first_) out_ += ',';
  first_ = false;
  append_quoted(out_, name);
  out_ += ':';
}

void JsonLine::text(std::string_view name, std::string_view value) {
  field(name);
  append_quoted(out_, value);
}

void JsonLine::number(std::string_view name, double value) {
  field(name);
  if (std::isfinite(value)) {
    append_double(out_, value);
    return;
  }
  out_ += "null";
  path_.push_back(name);
  nonfinite_.emplace_back(fmt::format("{}", fmt::join(path_, ".")),
                          std::isnan(value) ? "nan" : (value > 0 ? "inf" : "-inf"));
  path_.pop_back();
}

void JsonLine::whole(std::string_view name, std::int64_t value) {
  field(name);
  fmt::format_to(std::back_inserter(out_), "{}", value);
}

void JsonLine::raw(std::string_view name, std::string_view json) {
  field(name);
  out_ += json;
}

void JsonLine::open(std::string_view name) {
  field(name);
  out_ += '{';
  first_ = true;
  path_.push_back(name);
}

void JsonLine::close() {
  out_ += '}';
  first_ = false;
  path_.pop_back();
}

void JsonLine::finish() {
  if (!nonfinite_.empty()) {
    open("nonfinite");
    for (const auto& [path, value] : nonfinite_) text(path, value);
    close();
  }
  out_ += "}\n";
}

}  // namespace dpsco
