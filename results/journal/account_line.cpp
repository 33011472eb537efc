#include "results/journal/account_line.hpp"

#include <limits>

#include <nlohmann/json.hpp>

#include "results/journal/json_line.hpp"

namespace dpsco {

namespace {

using nlohmann::json;

std::string text_member(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// A number, or the infinity that the line's "nonfinite" has for a null.
std::optional<double> number_member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return {};
  if (found->is_number()) return found->get<double>();
  const auto nonfinite = object.find("nonfinite");
  if (nonfinite == object.end() || !nonfinite->is_object()) return {};
  if (text_member(*nonfinite, name) == "inf") return std::numeric_limits<double>::infinity();
  return {};
}

}  // namespace

void append_account_line(std::string& out, const AccountRecord& account) {
  const StoredPrice& price = account.price;
  JsonLine line(out);
  line.text("kind", "account");
  line.text("ledger_hash", account.ledger_hash);
  line.text("accountant", account.accountant);
  line.number("delta", account.delta);
  if (price.epsilon) {
    line.number("epsilon", *price.epsilon);
    line.text("direction", price.direction);
    if (price.lower) line.number("lower", *price.lower);
    if (!price.note.empty()) line.text("note", price.note);
  } else {
    line.text("unsupported", price.unsupported);
  }
  line.finish();
}

bool parse_account_line(std::string_view text, AccountRecord& account) {
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object() || text_member(object, "kind") != "account") return false;
  account.ledger_hash = text_member(object, "ledger_hash");
  account.accountant = text_member(object, "accountant");
  account.delta = number_member(object, "delta").value_or(0);
  account.price = {.epsilon = number_member(object, "epsilon"),
                   .lower = number_member(object, "lower"),
                   .direction = text_member(object, "direction"),
                   .note = text_member(object, "note"),
                   .unsupported = text_member(object, "unsupported")};
  return !account.ledger_hash.empty() && !account.accountant.empty() && account.delta > 0 &&
         (account.price.epsilon || !account.price.unsupported.empty());
}

}  // namespace dpsco
