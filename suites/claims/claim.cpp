#include "suites/claims/claim.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dpsco {

namespace {

std::string_view sign(const Check& check) {
  switch (check.relation) {
    case Relation::at_most:
      return "<=";
    case Relation::at_least:
      return ">=";
    case Relation::about:
      break;
  }
  return "about";
}

/// Three digits: enough to recognise a number by, few enough to be the same everywhere. Rounding
/// errors count as 0.
std::string shown(double value) {
  return fmt::format("{:.3g}", std::abs(value) < 1e-12 ? 0.0 : value);
}

std::string line(const Check& check) {
  return fmt::format("{}: {} ({} {} {})",
                     check.what,
                     shown(check.value),
                     check.stands() ? "is" : "is not",
                     sign(check),
                     shown(check.limit));
}

/// A cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

template <class T, class F>
std::string joined(const std::vector<T>& all, F&& text) {
  std::string out;
  for (const T& one : all) out += (out.empty() ? "" : "<br>") + text(one);
  return out;
}

}  // namespace

std::string_view name(Standing verdict) {
  switch (verdict) {
    case Standing::holds:
      return "holds";
    case Standing::corrected:
      return "corrected";
    case Standing::fails:
      return "fails";
    case Standing::rederived:
      return "re-derived";
    case Standing::fact:
      break;
  }
  return "fact";
}

bool Check::stands() const {
  switch (relation) {
    case Relation::at_most:
      return value <= limit;
    case Relation::at_least:
      return value >= limit;
    case Relation::about:
      break;
  }
  return std::abs(value - limit) <= tolerance * std::abs(limit);
}

std::vector<ClaimPart> all_claims() {
  std::vector<Claim> first = single_pass_claims();
  for (auto&& more : {renyi_claims(), multi_pass_claims(), convergence_claims()})
    first.insert(first.end(), more.begin(), more.end());
  std::vector<Claim> second = local_claims();
  for (Claim& claim : network_claims()) second.push_back(std::move(claim));
  return {
      {.title = "Ma, Marinov, Zhang 2022: DP-SGD as Langevin",
       .about = "Every numbered statement. Privacy is under replace_one, G bounds the gradient of "
                "one record, mu and F are those of docs/design.md.",
       .claims = std::move(first)},
      {.title = "Local differential privacy in decentralised optimisation",
       .about = "The displayed formulas are not reproduced; the statements here are derived in "
                "place. Of what is marked re-derived privacy is proved in docs/local_privacy.md, "
                "convergence is checked on small networks. z = rate times width, e = rate times "
                "shift of a record; J averages over agents.",
       .claims = std::move(second)},
      {.title = "Other accountants",
       .about = "What other tools returned for settings whose exact value is known to 12 digits or "
                "more (privacy/golden/accounting.json has the settings, the values and how they "
                "were made). Anyone can re-run them at the versions named; the exact side is "
                "recomputed here.",
       .claims = tool_claims()}};
}

std::string broken_claims(const std::vector<ClaimPart>& parts) {
  std::string text;
  for (const ClaimPart& part : parts)
    for (const Claim& claim : part.claims)
      for (const Check& check : claim.evidence)
        if (!check.as_said())
          text += fmt::format("{}, {}: {}, and the row says that it {}\n",
                              part.title,
                              claim.statement,
                              line(check),
                              check.met ? "is" : "is not");
  return text;
}

std::string claims_markdown(const std::vector<ClaimPart>& parts) {
  std::string text =
      "# Claims\n\nWritten by `build/release/suites/claims --format md > docs/claims.md`; a test "
      "fails when the two differ. Every number is recomputed at each run. Verdicts: *holds* as "
      "printed; *corrected*, false or incomplete as printed and true with the change named; "
      "*fails*; *re-derived*, the statement is ours, derived in place of the source's formula; "
      "*fact*, a property of a tool.\n";
  for (const ClaimPart& part : parts) {
    text += fmt::format(
        "\n## {}\n\n{}\n\n| statement | claimed | verdict | finding | numbers | guarded by |\n"
        "|---|---|---|---|---|---|\n",
        part.title,
        part.about);
    for (const Claim& claim : part.claims)
      text +=
          fmt::format("| {} | {} | {} | {} | {} | {} |\n",
                      cell(claim.statement),
                      cell(claim.claimed),
                      name(claim.verdict),
                      cell(claim.finding),
                      cell(joined(claim.evidence, [](const Check& check) { return line(check); })),
                      cell(joined(claim.guarded_by, [](const Guard& guard) {
                        return fmt::format("`{}`: {}", guard.file, guard.test);
                      })));
  }
  return text;
}

std::string claims_json(const std::vector<ClaimPart>& parts) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const ClaimPart& part : parts)
    for (const Claim& claim : part.claims) {
      nlohmann::ordered_json evidence = nlohmann::ordered_json::array(),
                             guards = nlohmann::ordered_json::array();
      for (const Check& check : claim.evidence)
        evidence.push_back({{"what", check.what},
                            {"value", shown(check.value)},
                            {"relation", sign(check)},
                            {"limit", shown(check.limit)},
                            {"met", check.stands()}});
      for (const Guard& guard : claim.guarded_by)
        guards.push_back({{"file", guard.file}, {"test", guard.test}});
      all.push_back({{"part", part.title},
                     {"statement", claim.statement},
                     {"claimed", claim.claimed},
                     {"verdict", name(claim.verdict)},
                     {"finding", claim.finding},
                     {"evidence", evidence},
                     {"guarded_by", guards}});
    }
  return all.dump(2) + "\n";
}

}  // namespace dpsco
