#include "results/journal/run_parser.hpp"

#include <limits>
#include <vector>

#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// nlohmann's event interface: called at every name and value of the line. A callback that returns
/// false ends the parse: then the line is bad. A run line has no arrays, so what is in one belongs
/// to another kind of line and is passed over.
class Handler final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Handler(ParsedLine& line) : line_(line), run_(line.run) {}

  /// A run without key or status can't be resumed or counted.
  bool complete() const { return line_.kind != "run" || (!run_.key.empty() && has_status_); }

  bool start_object(std::size_t /*elements*/) override {
    names_.emplace_back();
    return true;
  }
  bool end_object() override {
    names_.pop_back();
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    ++arrays_;
    return !names_.empty();
  }
  bool end_array() override {
    --arrays_;
    return true;
  }
  bool key(string_t& name) override {
    names_.back().swap(name);
    return true;
  }
  bool null() override { return true; }  // a non-finite number: its value follows in "nonfinite"
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t value) override { return whole(value); }
  bool number_unsigned(number_unsigned_t value) override {
    return value <= std::uint64_t(std::numeric_limits<std::int64_t>::max())
               ? whole(std::int64_t(value))
               : number(double(value));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    return number(value);
  }
  bool string(string_t& value) override { return text(value); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool parse_error(std::size_t /*at*/,
                   const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    return false;
  }

 private:
  std::size_t depth() const { return names_.size(); }
  const std::string& name(std::size_t level) const { return names_[level]; }

  bool whole(std::int64_t value) {
    if (arrays_ > 0) return true;
    if (depth() == 1) {
      if (name(0) == "v") line_.version = int(value);
      if (name(0) == "repetition") run_.repetition = value;
      if (name(0) == "gradients") run_.gradients = value;
      return true;
    }
    if (depth() == 3 && name(1) == "parameters") {
      run_.parameters[name(0) + "." + name(2)] = value;
      return true;
    }
    if (depth() == 2 && name(0) == "bound_versions") {
      run_.bound_versions[name(1)] = int(value);
      return true;
    }
    return number(double(value));
  }

  bool number(double value) {
    if (arrays_ > 0) return true;
    if (depth() == 1) {
      if (name(0) == "optimum_gap") run_.optimum_gap = value;
    } else if (depth() == 2) {
      if (Numbers* const all = numbers(name(0)))
        (*all)[name(1)] = value;
      else if (name(0) == "time")
        time_number(value);
      else if (double* const one = named_number())
        *one = value;
    } else if (depth() == 3) {
      if (name(1) == "parameters") run_.parameters[name(0) + "." + name(2)] = value;
      if (name(0) == "accounts" && name(2) == "epsilon") run_.epsilons[name(1)] = value;
      if (name(0) == "accounts" && name(2) == "lower") run_.lowers[name(1)] = value;
    }
    return true;
  }

  bool text(std::string& value) {
    if (arrays_ > 0) return true;
    if (depth() == 1) return top_text(value);
    if (depth() == 2) {
      if (name(0) == "nonfinite") return nonfinite(value);
      if (name(0) == "missing") run_.missing[name(1)].swap(value);
      if (name(0) == "time" && name(1) == "mode") run_.isolated = value == "isolated";
      if (name(0) == "time" && name(1) == "quality") run_.quality.swap(value);
      if (name(0) == "data" && name(1) == "hash") run_.data_hash.swap(value);
      if (name(0) == "marks" && name(1) == "radius") run_.radius_mark.swap(value);
      if (name(0) == "privacy") return privacy_text(value);
      if (name(1) == "name") {
        if (name(0) == "algorithm") run_.algorithm.swap(value);
        if (name(0) == "data") run_.data.swap(value);
        if (name(0) == "loss") run_.loss.swap(value);
      }
    } else if (depth() == 3) {
      if (name(1) == "parameters") run_.parameters[name(0) + "." + name(2)] = value;
      if (name(0) == "accounts" && name(2) == "unsupported") run_.unsupported[name(1)].swap(value);
      if (name(0) == "accounts" && name(2) == "direction") run_.directions[name(1)].swap(value);
      if (name(0) == "accounts" && name(2) == "note") run_.notes[name(1)].swap(value);
    }
    return true;
  }

  bool top_text(std::string& value) {
    if (name(0) == "kind") line_.kind.swap(value);
    if (name(0) == "key") run_.key.swap(value);
    if (name(0) == "reason") run_.reason.swap(value);
    if (name(0) == "label") run_.label.swap(value);
    if (name(0) == "suite") run_.suite.swap(value);
    if (name(0) == "seed") run_.seed.swap(value);
    if (name(0) == "ledger_hash") run_.ledger_hash.swap(value);
    if (name(0) == "digest") run_.digest.swap(value);
    if (name(0) == "problem_key") run_.problem_key.swap(value);
    if (name(0) == "started") run_.started.swap(value);
    if (name(0) == "finished") run_.finished.swap(value);
    if (name(0) != "status") return true;
    try {
      run_.status = status_named(value);
    } catch (const ConfigError&) {
      return false;
    }
    has_status_ = true;
    return true;
  }

  bool privacy_text(std::string& value) {
    if (name(1) == "calibrate") run_.calibrate.swap(value);
    if (name(1) != "adjacency") return true;
    try {
      run_.target.adjacency = adjacency_named(value);
    } catch (const ConfigError&) {
      return false;
    }
    return true;
  }

  Numbers* numbers(std::string_view section) {
    if (section == "metrics") return &run_.metrics;
    if (section == "bounds") return &run_.bounds;
    if (section == "schedule") return &run_.schedule;
    return nullptr;
  }

  double* named_number() {
    if (name(0) == "data" && name(1) == "n") return &run_.n;
    if (name(0) == "data" && name(1) == "d") return &run_.d;
    if (name(0) == "privacy" && name(1) == "epsilon") return &run_.target.epsilon;
    if (name(0) == "privacy" && name(1) == "delta") return &run_.target.delta;
    return nullptr;
  }

  void time_number(double value) {
    if (name(1) == "wall") run_.wall = value;
    if (name(1) == "cpu") run_.cpu = value;
    if (name(1) == "wait") run_.wait = value;
    if (name(1) == "pressure") run_.pressure = value;
    if (name(1) == "voluntary_switches") run_.voluntary_switches = std::int64_t(value);
    if (name(1) == "involuntary_switches") run_.involuntary_switches = std::int64_t(value);
  }

  /// {"metrics.risk": "inf"}: puts the number where the line has null.
  bool nonfinite(const std::string& value) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double number = value == "inf"    ? infinity
                          : value == "-inf" ? -infinity
                                            : std::numeric_limits<double>::quiet_NaN();
    const std::string path = name(1);
    const std::size_t dot = path.find('.');
    const std::string section = path.substr(0, dot);
    const std::string rest = dot == std::string::npos ? "" : path.substr(dot + 1);
    constexpr std::string_view epsilon = ".epsilon", lower = ".lower";
    if (Numbers* const all = numbers(section)) (*all)[rest] = number;
    if (section == "accounts" && rest.ends_with(epsilon))
      run_.epsilons[rest.substr(0, rest.size() - epsilon.size())] = number;
    if (section == "accounts" && rest.ends_with(lower))
      run_.lowers[rest.substr(0, rest.size() - lower.size())] = number;
    if (path == "optimum_gap") run_.optimum_gap = number;
    return true;
  }

  ParsedLine& line_;
  StoredRun& run_;
  std::vector<std::string> names_;  ///< name in use at each level of objects
  int arrays_ = 0;
  bool has_status_ = false;
};

}  // namespace

ParsedLine parse_line(std::string_view line) {
  ParsedLine parsed;
  Handler handler(parsed);
  const bool json = nlohmann::json::sax_parse(line, &handler);
  parsed.good = json && !parsed.kind.empty() && handler.complete();
  return parsed;
}

}  // namespace dpsco
