// The claims ledger: for every numbered statement of a source, what it says, whether it holds, the
// numbers that show it (recomputed here with the project's own code, at every call) and the tests
// that guard them. docs/claims.md is the Markdown form of all of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dpsco {

enum class Standing {
  holds,      ///< as printed
  corrected,  ///< false or incomplete as printed; true with the change that the row names
  fails,      ///< false as printed, and nothing close to it is true
  rederived,  ///< the statement is ours, derived in place of the source's formula, checked
  fact,       ///< not a theorem: a property of a tool or a report
};
std::string_view name(Standing verdict);

enum class Relation { at_most, at_least, about };

/// One number and what the statement wants of it.
struct Check {
  std::string what{};  ///< what the number is, with its setting
  double value = 0;    ///< recomputed
  Relation relation = Relation::at_most;
  double limit = 0;         ///< of the statement, or the recorded number
  double tolerance = 1e-9;  ///< of about, relative
  bool met = true;          ///< false: the point of the row is that it is not met

  /// value stands in the relation to limit. NaN stands in none.
  bool stands() const;
  bool as_said() const { return value == value && stands() == met; }
};

struct Guard {
  std::string file{};  ///< below the source folder
  std::string test{};  ///< doctest case
};

struct Claim {
  std::string statement{};  ///< "Theorem 1, privacy"
  std::string claimed{};    ///< one sentence
  Standing verdict = Standing::holds;
  std::string finding{};  ///< one sentence: what is wrong or how it was checked
  std::vector<Check> evidence{};
  std::vector<Guard> guarded_by{};
};

struct ClaimPart {
  std::string title{};
  std::string about{};  ///< a paragraph
  std::vector<Claim> claims{};
};

std::vector<Claim> single_pass_claims();  ///< Theorem 1 and what leads to it
std::vector<Claim> renyi_claims();        ///< Renyi privacy: definition, conversion, iteration
std::vector<Claim> multi_pass_claims();   ///< Theorem 2 and what leads to it
std::vector<Claim> convergence_claims();  ///< regret, log-determinants, the example class
std::vector<Claim> local_claims();        ///< the second paper: privacy
std::vector<Claim> network_claims();      ///< the second paper: convergence
std::vector<Claim> tool_claims();         ///< accountants of others

/// Everything, recomputed: a few seconds.
std::vector<ClaimPart> all_claims();

/// One line for each number that is not as its row says; empty if all are.
std::string broken_claims(const std::vector<ClaimPart>& parts);

/// Markdown, or JSON: [{"part", "statement", "claimed", "verdict", "finding", "evidence": [{"what",
/// "value", "relation", "limit", "met"}], "guarded_by": [{"file", "test"}]}]. Numbers have three
/// digits, so the text is the same on every machine.
std::string claims_markdown(const std::vector<ClaimPart>& parts);
std::string claims_json(const std::vector<ClaimPart>& parts);

}  // namespace dpsco
