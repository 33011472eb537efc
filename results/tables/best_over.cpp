#include "results/tables/best_over.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dpsco {

namespace {

using Runs = std::vector<const StoredRun*>;
using Setting = std::vector<FieldValue>;

struct Score {
  std::size_t failures = 0;
  double mean = std::numeric_limits<double>::infinity();  ///< smaller is better
};

Score score_of(const Runs& runs, const RunValue& value) {
  Score score;
  double sum = 0, count = 0;
  for (const StoredRun* run : runs) {
    if (is_failure(run->status)) ++score.failures;
    if (run->status != Status::ok) continue;
    if (const auto number = value.of(*run)) {
      sum += *number;
      ++count;
    }
  }
  const double mean = sum / count;
  if (count > 0 && std::isfinite(mean)) score.mean = value.larger_is_better ? -mean : mean;
  return score;
}

/// A setting without a number is the worst, however few its failures: it may have been skipped.
bool is_better(const Score& a, const Score& b) {
  const bool a_has = std::isfinite(a.mean), b_has = std::isfinite(b.mean);
  if (a_has != b_has) return a_has;
  return std::tie(a.failures, a.mean) < std::tie(b.failures, b.mean);
}

}  // namespace

std::vector<std::vector<std::string>> choose_best(TableGroups& groups,
                                                  const std::vector<RunField>& fields,
                                                  const RunField& rows,
                                                  const RunField& columns,
                                                  const RunValue& value,
                                                  std::size_t& most) {
  std::vector<std::vector<std::string>> chosen(groups.rows.size(),
                                               std::vector<std::string>(groups.columns.size()));
  for (std::size_t r = 0; r < groups.rows.size(); ++r) {
    for (std::size_t c = 0; c < groups.columns.size(); ++c) {
      std::map<Setting, Runs> settings;
      for (const StoredRun* run : groups.cells[r][c]) {
        Setting setting;
        for (const RunField& field : fields) setting.push_back(field.of(*run).value_or(""));
        settings[setting].push_back(run);
      }
      most = std::max(most, settings.size());
      const Setting* best = nullptr;
      Score best_score;
      for (auto& [setting, runs] : settings) {
        TableGroups one{{groups.rows[r]}, {groups.columns[c]}, {{runs}}};
        require_one_experiment_a_cell(one, rows, columns);
        drop_superseded(one, value);  // else a repetition that ran twice would count twice
        const Score score = score_of(one.cells[0][0], value);
        if (best == nullptr || is_better(score, best_score)) {
          best = &setting;
          best_score = score;
        }
      }
      if (best == nullptr) continue;
      groups.cells[r][c] = settings.at(*best);
      std::vector<std::string> words;
      for (std::size_t i = 0; i < fields.size(); ++i)
        if (const std::string text = to_text((*best)[i]); !text.empty())
          words.push_back(fmt::format("{} = {}", fields[i].name, text));
      if (settings.size() > 1) chosen[r][c] = fmt::format("{}", fmt::join(words, ", "));
    }
  }
  return chosen;
}

}  // namespace dpsco
