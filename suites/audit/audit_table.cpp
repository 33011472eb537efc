#include "suites/audit/audit_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/runner/threads.hpp"
#include "results/compare/text_table.hpp"
#include "suites/audit/auditor.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

std::vector<Audited> audited_methods(const AuditFlags& flags, const Catalog& catalog) {
  std::vector<Audited> all;
  for (const std::string& name : flags.all ? catalog.algorithms.names() : flags.algorithms) {
    const auto& entry = catalog.algorithms.entry(name);
    all.push_back({name, {}});
    if (!flags.variants || entry.card.privacy.empty()) continue;
    for (const ParameterInfo& info : entry.parameters)
      for (const std::string& word : info.words)
        if (ParameterValue(word) != info.standard) all.push_back({name, {{info.name, word}}});
  }
  return all;
}

constexpr DensityCase density_cases[] = {
    {"output-perturbation", PerturbedRelease::Kind::output, "scale"},
    {"objective-perturbation", PerturbedRelease::Kind::objective, "objective_noise"},
    {"approximate-minima-perturbation", PerturbedRelease::Kind::objective, "objective_noise"}};

const char* verdict(const AuditRow& row) {
  if (!row.not_audited.empty()) return "not audited";
  return row.refuted() ? "REFUTED" : "holds";
}

json as_json(const AuditRow& row) {
  json out{{"name", row.name}, {"kind", row.kind}, {"verdict", verdict(row)}};
  if (!row.not_audited.empty()) {
    out["reason"] = row.not_audited;
    return out;
  }
  out["claim"] = row.claim;
  out["lower_bound"] = row.lower;
  out["ratio"] = row.lower / row.claim;
  out["runs"] = row.runs > 0 ? json(row.runs) : json();
  out["accountant"] = row.accountant;
  out["adjacency"] = row.adjacency.empty() ? json() : json(row.adjacency);
  out["setting"] = row.setting;
  return out;
}

std::string as_table(const std::vector<AuditRow>& rows, const AuditFlags& flags) {
  TextTable table{
      .header = {
          "method", "kind", "claim", "lower bound", "ratio", "runs", "by", "verdict", "setting"}};
  std::vector<std::string> lines;
  for (const AuditRow& row : rows) {
    if (!row.not_audited.empty()) {
      table.body.push_back({row.name, row.kind, "", "", "", "", "", verdict(row), row.not_audited});
      continue;
    }
    table.body.push_back(
        {row.name,
         row.kind,
         fmt::format("{:.4f}", row.claim),
         fmt::format("{:.4f}", row.lower),
         fmt::format("{:.3f}", row.lower / row.claim),
         row.runs > 0 ? fmt::format("2 x {}", row.runs) : "exact",
         row.accountant,
         verdict(row),
         row.adjacency.empty() ? row.setting : fmt::format("{}, {}", row.adjacency, row.setting)});
    if (row.refuted())
      lines.push_back(fmt::format(
          "{} is REFUTED: it claims epsilon = {:.4g} at delta = {:.3g} ({}), but at {} % "
          "confidence epsilon is at least {:.4g} on these data: {}",
          row.name,
          row.claim,
          flags.delta,
          row.accountant,
          100 * flags.confidence,
          row.lower,
          row.setting));
  }
  std::string out = as_text(table);
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

AuditTable audit_table(const AuditFlags& flags, const Catalog& catalog) {
  require(flags.format == "text" || flags.format == "json",
          "unknown format '{}': expected text or json",
          flags.format);
  require(flags.all != !flags.algorithms.empty(),
          "say which algorithms to audit, or --all, not both");
  require(flags.epsilon > 0 && std::isfinite(flags.epsilon),
          "--epsilon = {} must be positive and finite",
          flags.epsilon);
  require(0 < flags.delta && flags.delta < 1, "--delta = {} is outside (0, 1)", flags.delta);
  require(0 < flags.confidence && flags.confidence < 1,
          "--confidence = {} is outside (0, 1)",
          flags.confidence);
  require(flags.runs == 0 || (4 <= flags.runs && flags.runs <= most_audit_runs),
          "--runs = {} is outside [4, {}]",
          flags.runs,
          most_audit_runs);
  require(0 <= flags.comparisons && flags.comparisons <= 1'000'000,
          "--comparisons = {} is outside [0, 1000000]",
          flags.comparisons);
  require(flags.threads >= 0, "--threads = {} must be at least 0", flags.threads);

  const std::vector<Audited> methods = audited_methods(flags, catalog);
  const auto is_private = [&](const Audited& audited) {
    return !catalog.algorithms.entry(audited.name).card.privacy.empty();
  };
  const auto chosen = [&](const DensityCase& release) {
    return std::any_of(methods.begin(), methods.end(), [&](const Audited& audited) {
      return audited.name == release.name;
    });
  };
  const auto audits =
      std::size_t(1 + std::count_if(std::begin(density_cases), std::end(density_cases), chosen) +
                  std::count_if(methods.begin(), methods.end(), is_private));

  Auditor auditor(flags, catalog, thread_count(flags.threads), audits);
  std::vector<AuditRow> rows;
  // Exact rows take no share worth having; what they leave goes to the others.
  for (const DensityCase& release : density_cases)
    if (chosen(release)) rows.push_back(auditor.density(release));
  rows.push_back(auditor.yardstick());
  for (const Audited& audited : methods) {
    if (is_private(audited))
      rows.push_back(auditor.game(audited));
    else
      rows.push_back({.name = audited.name, .kind = "game", .not_audited = "claims no privacy"});
  }

  AuditTable out;
  for (const AuditRow& row : rows) out.refuted = out.refuted || row.refuted();
  if (flags.format == "json") {
    json all = json::array();
    for (const AuditRow& row : rows) all.push_back(as_json(row));
    out.text = all.dump(2) + "\n";
  } else {
    out.text = as_table(rows, flags);
  }
  return out;
}

}  // namespace dpsco
