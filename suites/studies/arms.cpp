#include "suites/studies/arms.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace dpsco {

namespace {

bool is_own(const std::string& field) {
  return field != "algorithm.name" && field.starts_with("algorithm.");
}

/// Appends the label's arms.
void add_arms(std::span<const StoredRun* const> runs,
              const std::string& label,
              std::vector<MeasuredArm>& found) {
  std::vector<const StoredRun*> own;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(own), [&](const StoredRun* run) {
    return run->label == label && run->d > 0;
  });
  std::vector<RunField> settings = identity_fields(own);
  std::erase_if(settings, [](const RunField& field) { return !is_own(field.name); });
  settings = varying(std::move(settings), own);
  std::map<std::vector<std::string>, MeasuredArm> arms;
  for (const StoredRun* run : own) {
    std::vector<std::string> key;
    std::string name = label;
    for (const RunField& field : settings) {
      key.push_back(text_of(field, *run));
      name += fmt::format(", {} = {}", field.name.substr(field.name.find('.') + 1), key.back());
    }
    MeasuredArm& arm = arms[key];
    arm.name = name;
    const StoredRun*& kept = arm.at[run->d][{run->seed, run->repetition}];
    if (kept == nullptr || std::tie(run->file, run->line) > std::tie(kept->file, kept->line))
      kept = run;
  }
  for (auto& [key, arm] : arms) found.push_back(std::move(arm));
}

}  // namespace

std::vector<MeasuredArm> arms_of(std::span<const StoredRun* const> runs,
                                 std::span<const std::string> labels) {
  std::vector<MeasuredArm> found;
  for (const std::string& label : labels) add_arms(runs, label, found);
  return found;
}

Pairing paired(const MeasuredArm& flat,
               const ValueOf& flat_value,
               const MeasuredArm& growing,
               const ValueOf& growing_value) {
  std::set<Repetition> repetitions;
  std::set<double> dimensions;
  for (const MeasuredArm* const arm : {&flat, &growing})
    for (const auto& [d, runs] : arm->at) {
      dimensions.insert(d);
      for (const auto& [repetition, run] : runs) repetitions.insert(repetition);
    }
  const auto value =
      [](const MeasuredArm& arm, const ValueOf& of, double d, const Repetition& repetition) {
        const auto at = arm.at.find(d);
        if (at == arm.at.end()) return std::optional<double>{};
        const auto run = at->second.find(repetition);
        return run == at->second.end() ? std::optional<double>{} : of(*run->second);
      };
  Pairing pairing;
  for (const double d : dimensions) {
    pairing.curves.d.push_back(d);
    std::vector<double>& low = pairing.curves.flat.emplace_back();
    std::vector<double>& high = pairing.curves.growing.emplace_back();
    for (const Repetition& repetition : repetitions) {
      const auto a = value(flat, flat_value, d, repetition);
      const auto b = value(growing, growing_value, d, repetition);
      pairing.unpaired += std::size_t(bool(a) != bool(b));
      const double missing = std::numeric_limits<double>::quiet_NaN();
      low.push_back(a && b ? *a : missing);
      high.push_back(a && b ? *b : missing);
    }
  }
  return pairing;
}

std::string text_of(const RunField& field, const StoredRun& run) {
  const auto value = field.of(run);
  return value ? to_text(*value) : "-";
}

std::vector<RunField> varying(std::vector<RunField> fields,
                              std::span<const StoredRun* const> runs) {
  std::erase_if(fields, [&](const RunField& field) {
    return std::all_of(runs.begin(), runs.end(), [&](const StoredRun* run) {
      return text_of(field, *run) == text_of(field, *runs.front());
    });
  });
  return fields;
}

}  // namespace dpsco
