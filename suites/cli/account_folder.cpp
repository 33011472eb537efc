#include "suites/cli/account_folder.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/parallel.hpp"
#include "results/environment/build_info.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/tables/accounts_table.hpp"

namespace dpsco {

namespace {

using Asked = std::tuple<std::string, std::string, double>;  ///< ledger, accountant, delta

/// Which ledgers at which deltas; a ledger that no run has any more is left alone.
std::map<std::string, std::set<double>> deltas_of(const Journal& journal, double delta) {
  std::map<std::string, std::set<double>> deltas;
  for (const StoredRun& run : journal.runs)
    if (journal.ledgers.contains(run.ledger_hash))
      deltas[run.ledger_hash].insert(delta > 0 ? delta : run.target.delta);
  return deltas;
}

AccountRecord priced(const Asked& asked, const Ledger& ledger, const Accountant& accountant) {
  const auto& [hash, name, delta] = asked;
  AccountRecord record{.ledger_hash = hash, .accountant = name, .delta = delta};
  const Outcome<Price> price = accountant.price(ledger, delta);
  if (!price) {
    record.price.unsupported = price.skip().reason;
    return record;
  }
  record.price = {.epsilon = price->epsilon,
                  .lower = price->epsilon_lower,
                  .direction = std::string(dpsco::name(price->direction)),
                  .note = price->note};
  return record;
}

std::string text_of(const std::string& out,
                    const AccountQuery& query,
                    const std::string& counts,
                    const std::string& file) {
  std::string text = counts + (file.empty() ? "\n" : fmt::format("; appended to {}\n", file));
  const Journal journal = read_journal(out);
  const PlanOrder plan = read_plan_order(out);
  text += '\n';
  return text + accounts_text(journal.runs,
                              plan,
                              query.delta > 0 ? std::optional(query.delta) : std::nullopt);
}

}  // namespace

std::string account_folder(const std::string& out,
                           const AccountQuery& query,
                           const Catalog& catalog) {
  require_account_format(query.format);
  require(query.delta <= 0 || query.delta < 1, "--delta = {} is outside (0, 1)", query.delta);
  require(query.epsilon < 0, "--epsilon belongs to one ledger file; {} is a folder", out);
  const std::vector<std::string> names = accountant_names(query, catalog);
  const Journal journal = read_journal(out);
  require(!journal.files.empty(), "{} holds no results: expected {}/runs/*.jsonl", out, out);
  const auto deltas = deltas_of(journal, query.delta);
  require(!deltas.empty(), "{} holds no ledger to price: no run of it was planned", out);

  std::set<Asked> known;
  for (const AccountRecord& account : journal.accounts)
    if (account.build == build_id())
      known.emplace(account.ledger_hash, account.accountant, account.delta);
  std::map<std::string, std::unique_ptr<const Accountant>> accountants;
  for (const std::string& name : names) accountants[name] = catalog.accountants.make(name);
  std::vector<Asked> left;
  std::size_t asked = 0;
  for (const auto& [hash, all] : deltas) {
    for (const double delta : all) {
      for (const auto& [name, accountant] : accountants) {
        ++asked;
        if (!known.contains({hash, name, delta})) left.emplace_back(hash, name, delta);
      }
    }
  }

  std::string file;
  std::size_t unsupported = 0;
  if (!left.empty()) {
    JournalWriter writer(out, "account");
    file = writer.file().string();
    std::mutex mutex;
    parallel_for(std::int64_t(left.size()), 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto& [hash, name, delta] = left[std::size_t(i)];
        const Ledger ledger = ledger_from_json(journal.ledgers.at(hash));
        const AccountRecord record = priced(left[std::size_t(i)], ledger, *accountants.at(name));
        const std::lock_guard lock(
            mutex);  // written at once: an interrupted command keeps its work
        writer.write(record);
        if (!record.price.epsilon) ++unsupported;
      }
    });
    writer.close();
  }
  const std::size_t before = asked - left.size();
  if (query.format == "json")
    return nlohmann::ordered_json{
               {"ledgers", deltas.size()},
               {"priced", left.size()},
               {"known", before},
               {"unsupported", unsupported},
               {"file", file.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(file)}}
               .dump() +
           '\n';
  const std::string counts =
      fmt::format("{} ledgers by {}: {} priced now ({} unsupported), {} known before",
                  deltas.size(),
                  fmt::join(names, ", "),
                  left.size(),
                  unsupported,
                  before);
  return text_of(out, query, counts, file);
}

}  // namespace dpsco
