#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "results/compare/compare_methods.hpp"
#include "results/compare/text_table.hpp"

namespace dpsco {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array shown_taus{1.0, 1.1, 1.25, 1.5, 2.0, 4.0, 10.0};

std::string difference_text(const MethodDifference& each) {
  if (!each.median) return "-";
  if (!each.interval) return fmt::format("{:+.4g}", *each.median);
  return fmt::format(
      "{:+.4g} [{:+.4g}, {:+.4g}]", *each.median, each.interval->low, each.interval->high);
}

std::string p_text(const std::optional<double>& p) {
  return p ? fmt::format("{:.2g}", *p) : "-";
}

std::string failed_text(const MethodDifference& each) {
  if (each.failed + each.baseline_failed == 0) return "";
  return fmt::format("{} / {}", each.failed, each.baseline_failed);
}

TextTable differences_table(const Comparison& comparison) {
  TextTable table{.header = {"cell",
                             "method",
                             "difference [95 %]",
                             "pairs",
                             "W/T/L",
                             "failed / baseline's",
                             "sign p",
                             "Holm",
                             "Wilcoxon p",
                             "Holm",
                             "note"}};
  for (const MethodDifference& each : comparison.differences)
    table.body.push_back({comparison.cells[each.cell],
                          comparison.methods[each.method],
                          difference_text(each),
                          fmt::format("{}", each.pairs),
                          fmt::format("{}/{}/{}", each.wins, each.ties, each.losses),
                          failed_text(each),
                          p_text(each.sign_p),
                          p_text(each.sign_holm),
                          p_text(each.wilcoxon_p),
                          p_text(each.wilcoxon_holm),
                          each.reason});
  return table;
}

TextTable overall_table(const Comparison& comparison) {
  TextTable table{.header = {"method", "better", "even", "worse", "not compared", "mean rank"}};
  for (const double tau : shown_taus) table.header.push_back(fmt::format("<= {:g} best", tau));
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    const MethodOverall& overall = comparison.overall[m];
    const bool is_baseline = comparison.methods[m] == comparison.baseline;
    const auto count = [&](std::size_t cells) {
      return is_baseline ? std::string("-") : fmt::format("{}", cells);
    };
    auto& line = table.body.emplace_back();
    line = {
        comparison.methods[m],
        count(overall.better),
        count(overall.even),
        count(overall.worse),
        count(overall.not_compared),
        comparison.ranks.ranks.empty() ? "-" : fmt::format("{:.2f}", comparison.ranks.ranks[m])};
    for (const double tau : shown_taus)
      line.push_back(comparison.profile.cells == 0
                         ? "-"
                         : fmt::format("{:.2f}", share_at(comparison.profile, m, tau)));
  }
  return table;
}

std::vector<std::string> overall_notes(const Comparison& comparison) {
  std::vector<std::string> notes{
      fmt::format("better, even, worse: cells against {}, by the Holm-adjusted Wilcoxon p at {:g}",
                  comparison.baseline,
                  compare_level)};
  const MeanRanks& ranks = comparison.ranks;
  if (ranks.critical_difference)
    notes.push_back(fmt::format(
        "mean rank: of the median over repetitions, 1 is best, {} cells; Friedman p = {:.2g}; "
        "critical difference {:.2f} (Nemenyi, 5 %): ranks closer than that are tied",
        ranks.cells,
        *ranks.p,
        *ranks.critical_difference));
  else
    notes.push_back(
        fmt::format("mean rank: of the median over repetitions, 1 is best, {} cells; two cells are "
                    "needed for a test",
                    ranks.cells));
  notes.push_back(fmt::format(
      "<= tau best: share of {} cells where the median is at most tau times the best method's "
      "(performance profile){}",
      comparison.profile.cells,
      comparison.profile.without_ratio == 0
          ? ""
          : fmt::format("; {} cells left out, their best median is not positive",
                        comparison.profile.without_ratio)));
  if (comparison.incomplete_cells > 0)
    notes.push_back(fmt::format("neither ranked nor profiled: {} cells that some method lacks",
                                comparison.incomplete_cells));
  return notes;
}

Json json_of(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json difference_json(const Comparison& comparison, const MethodDifference& each) {
  Json json{{"cell", comparison.cells[each.cell]},
            {"method", comparison.methods[each.method]},
            {"pairs", each.pairs},
            {"median", json_of(each.median)},
            {"low", json_of(each.interval ? std::optional(each.interval->low) : std::nullopt)},
            {"high", json_of(each.interval ? std::optional(each.interval->high) : std::nullopt)},
            {"wins", each.wins},
            {"ties", each.ties},
            {"losses", each.losses},
            {"failed", each.failed},
            {"baseline_failed", each.baseline_failed},
            {"sign_p", json_of(each.sign_p)},
            {"sign_holm", json_of(each.sign_holm)},
            {"wilcoxon_p", json_of(each.wilcoxon_p)},
            {"wilcoxon_holm", json_of(each.wilcoxon_holm)}};
  if (!each.reason.empty()) json["reason"] = each.reason;
  return json;
}

std::string as_json(const Comparison& comparison) {
  Json json{{"baseline", comparison.baseline},
            {"value", comparison.value},
            {"better", comparison.higher_is_better ? "higher" : "lower"},
            {"methods", comparison.methods},
            {"cells", comparison.cells},
            {"differences", Json::array()},
            {"overall", Json::array()}};
  for (const MethodDifference& each : comparison.differences)
    json["differences"].push_back(difference_json(comparison, each));
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    const MethodOverall& overall = comparison.overall[m];
    if (comparison.methods[m] != comparison.baseline)
      json["overall"].push_back({{"method", comparison.methods[m]},
                                 {"better", overall.better},
                                 {"even", overall.even},
                                 {"worse", overall.worse},
                                 {"not_compared", overall.not_compared}});
  }
  json["profile"] = {{"tau", comparison.profile.tau},
                     {"share", comparison.profile.share},
                     {"cells", comparison.profile.cells},
                     {"without_ratio", comparison.profile.without_ratio}};
  json["ranks"] = {{"mean", comparison.ranks.ranks},
                   {"cells", comparison.ranks.cells},
                   {"incomplete_cells", comparison.incomplete_cells},
                   {"friedman_p", json_of(comparison.ranks.p)},
                   {"critical_difference", json_of(comparison.ranks.critical_difference)}};
  json["legend"] = comparison.legend;
  return json.dump() + "\n";
}

}  // namespace

std::string comparison_as(std::string_view format, const Comparison& comparison) {
  const std::vector<std::string> known{"json", "md", "text"};
  require(std::find(known.begin(), known.end(), format) != known.end(),
          "unknown format '{}'{}",
          format,
          did_you_mean(format, known));
  if (format == "json") return as_json(comparison);
  const bool markdown = format == "md";
  const auto show = markdown ? as_markdown : as_text;
  std::string out = fmt::format(
      "{}Against {}: {}\n\n", markdown ? "## " : "", comparison.baseline, comparison.value);
  out += show(differences_table(comparison)) + "\n" + as_lines(comparison.legend, markdown) + "\n";
  out += show(overall_table(comparison)) + "\n" + as_lines(overall_notes(comparison), markdown);
  return out;
}

}  // namespace dpsco
