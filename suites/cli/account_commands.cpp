#include "suites/cli/account_commands.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/ledger/ledger_file.hpp"
#include "privacy/calibration/calibrate.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

/// JSON has no infinity.
json number(double value) {
  return std::isinf(value) ? json("inf") : json(value);
}

json priced(const Ledger& ledger, const Accountant& accountant, const AccountQuery& query) {
  const auto price = accountant.price(ledger, query.delta);
  if (!price) return {{"status", "unsupported"}, {"reason", price.skip().reason}};
  json out{
      {"status", "ok"}, {"epsilon", number(price->epsilon)}, {"bound", name(price->direction)}};
  out["epsilon_lower"] = price->epsilon_lower ? number(*price->epsilon_lower) : json(nullptr);
  if (!price->note.empty()) out["note"] = price->note;
  if (query.epsilon >= 0) {
    const auto delta = delta_at(ledger, accountant, query.epsilon);
    out["delta_at_epsilon"] = delta ? json(*delta) : json(nullptr);
  }
  return out;
}

/// Ten digits, moved by more than their rounding: up for what is promised, down for a lower bound.
std::string shown(const json& value, double direction) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? "-"
                         : fmt::format("{:.10g}", value.get<double>() * (1 + direction * 5e-10));
}

std::string text_of(const json& answers, const AccountQuery& query, std::string_view adjacency) {
  std::string out = fmt::format("epsilon at delta = {:g}, adjacency {}\n", query.delta, adjacency);
  for (const auto& [accountant, answer] : answers.items()) {
    if (answer["status"] != "ok") {
      out +=
          fmt::format("{:<18} unsupported: {}\n", accountant, answer["reason"].get<std::string>());
      continue;
    }
    out += fmt::format("{:<18} {:<14} {:<9}",
                       accountant,
                       shown(answer["epsilon"], 1),
                       answer["bound"].get<std::string>());
    if (!answer["epsilon_lower"].is_null() && answer["bound"] != "exact")
      out += fmt::format(" lower {}", shown(answer["epsilon_lower"], -1));
    if (answer.contains("delta_at_epsilon"))
      out += fmt::format(" delta({:g}) = {}", query.epsilon, shown(answer["delta_at_epsilon"], 1));
    if (answer.contains("note")) out += fmt::format("  {}", answer["note"].get<std::string>());
    out += '\n';
  }
  return out;
}

}  // namespace

void require_account_format(const std::string& format) {
  const std::vector<std::string> known{"json", "text"};
  require(format == "text" || format == "json",
          "unknown format '{}'{}",
          format,
          did_you_mean(format, known));
}

std::vector<std::string> accountant_names(const AccountQuery& query, const Catalog& catalog) {
  const std::vector<std::string>& asked = query.accountants;
  const bool all = asked.empty() || (asked.size() == 1 && asked[0] == "all");
  return all ? catalog.accountants.names() : asked;
}

std::string account_text(const std::string& text,
                         const std::string& source,
                         const AccountQuery& query,
                         const Catalog& catalog) {
  require_account_format(query.format);
  require(0 < query.delta && query.delta < 1, "--delta = {} is outside (0, 1)", query.delta);
  const Ledger ledger = ledger_from_json(text, source);
  json answers = json::object();
  for (const std::string& name : accountant_names(query, catalog))
    answers[name] = priced(ledger, *catalog.accountants.make(name), query);
  if (query.format == "text") return text_of(answers, query, name(ledger.adjacency));
  return json{{"delta", query.delta},
              {"adjacency", name(ledger.adjacency)},
              {"accountants", answers}}
             .dump(2) +
         '\n';
}

CalibrateAnswer calibrate_text(const std::string& text,
                               const std::string& source,
                               const CalibrateQuery& query,
                               const Catalog& catalog) {
  require_account_format(query.format);
  const Ledger ledger = ledger_from_json(text, source);
  const auto accountant = catalog.accountants.make(query.accountant);
  const auto result =
      calibrate(ledger,
                query.parameter,
                *accountant,
                {.epsilon = query.epsilon, .delta = query.delta, .adjacency = ledger.adjacency});
  json out{{"accountant", query.accountant},
           {"delta", query.delta},
           {"adjacency", name(ledger.adjacency)}};
  out["status"] = result ? "ok" : "infeasible";
  if (!result) {
    out["reason"] = result.skip().reason;
    return {query.format == "json" ? out.dump(2) + '\n'
                                   : fmt::format("infeasible: {}\n", result.skip().reason),
            false};
  }
  out[query.parameter] = result->value;
  out["epsilon"] = result->epsilon;
  const std::string note = accountant->price(result->ledger, query.delta)->note;
  out["note"] = note;
  return {query.format == "json"
              ? out.dump(2) + '\n'
              : fmt::format("{} = {:.12g}  (epsilon = {:.10g} at delta = {:g}, {}, by {})\n{}",
                            query.parameter,
                            result->value,
                            result->epsilon,
                            query.delta,
                            name(ledger.adjacency),
                            query.accountant,
                            note.empty() ? "" : "note: " + note + '\n'),
          true};
}

}  // namespace dpsco
