#include "suites/cli/audit_command.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/runner/threads.hpp"
#include "privacy/audit/audit.hpp"
#include "privacy/audit/yardsticks.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "results/compare/text_table.hpp"

namespace dpsco {

namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// Runs on each data set: enough for a bound at all, and what fits in memory.
constexpr std::int64_t fewest_runs = 1000, most_runs = 20'000'000;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// In the order in which they are tried: exact first, then the tightest, then those that price
/// nearly everything. Not `contour`: on short schedules of different steps it takes seconds to
/// refuse, and where it answers `pld` is as good to four digits.
std::vector<NamedAccountant> calibrating(const Catalog& catalog,
                                         std::vector<std::unique_ptr<const Accountant>>& owned) {
  std::vector<NamedAccountant> all;
  for (const char* name : {"gdp", "pld", "rdp", "basic"}) {
    if (!catalog.accountants.contains(name)) continue;
    owned.push_back(catalog.accountants.make(name));
    all.push_back({name, owned.back().get()});
  }
  return all;
}

struct Row {
  std::string name{}, kind{};  ///< game | density | yardstick
  std::string not_audited{};   ///< the reason, else empty
  std::string accountant{}, adjacency{}, setting{};
  double claim = 0, lower = 0;
  std::int64_t runs = 0;  ///< on each data set; 0: exact
  double seconds = 0;

  bool refuted() const { return not_audited.empty() && lower > claim; }
  std::string verdict() const {
    if (!not_audited.empty()) return "not audited: " + not_audited;
    return refuted() ? "REFUTED" : "holds";
  }
};

/// Two significant digits, down.
std::int64_t rounded_down(double runs) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(runs)) - 1));
  return std::int64_t(std::floor(runs / unit) * unit);
}

/// Shares a wall-time budget evenly among what is left to do.
class Shares {
 public:
  Shares(double seconds, std::size_t rows) : seconds_(seconds), left_(rows) {}
  void begin_row() {
    row_start_ = Clock::now();
    share_ =
        std::max(0.0, seconds_ - seconds_since(start_)) / double(std::max<std::size_t>(1, left_));
    if (left_ > 0) --left_;
  }
  double row_seconds() const { return seconds_since(row_start_); }
  /// As many runs as the row's share still allows.
  std::int64_t runs(double seconds_a_run) const {
    const double most = (share_ - row_seconds()) / seconds_a_run;
    return std::clamp(most > 1 ? rounded_down(most) : 0, fewest_runs, most_runs);
  }

 private:
  double seconds_;
  std::size_t left_;
  double share_ = 0;
  Clock::time_point start_ = Clock::now(), row_start_ = start_;
};

/// A registered method with at most one parameter changed.
struct Audited {
  std::string name{};
  Parameters variant{};

  std::string label() const {
    std::string out = name;
    for (const auto& [parameter, value] : variant)
      out += fmt::format(" {}={}", parameter, to_text(value));
    return out;
  }
};

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

/// A network small enough that every round can be seen, for methods that have one: with many agents
/// and rounds a run costs thousands of times as much and shows no more of a single record.
Parameters small_network(std::span<const ParameterInfo> parameters) {
  const auto has = [&](const char* name) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const ParameterInfo& info) {
      return info.name == name && info.kind == ParameterKind::whole;
    });
  };
  Parameters small;
  if (!has("agents") || !has("rounds")) return small;
  small["agents"] = std::int64_t{2};
  small["rounds"] = std::int64_t{8};
  return small;
}

class Auditor {
 public:
  Auditor(const AuditFlags& flags, const Catalog& catalog, int threads, std::size_t rows)
      : flags_(flags),
        catalog_(catalog),
        threads_(threads),
        accountants_(calibrating(catalog, owned_)),
        terms_{.delta = flags.delta,
               .confidence = flags.confidence,
               .comparisons = int(flags.comparisons > 0 ? flags.comparisons : std::int64_t(rows))},
        shares_(seconds_of(flags.budget), rows) {}

  Row yardstick() {
    shares_.begin_row();
    Row row{.name = "gaussian-mechanism",
            .kind = "yardstick",
            .accountant = "gdp",
            .setting = "one draw, shift 1",
            .claim = flags_.epsilon};
    const auto bound = [&](std::int64_t runs) {
      return gaussian_yardstick(flags_.epsilon, terms_, runs, std::uint64_t(flags_.seed), threads_)
          .epsilon;
    };
    row.runs = flags_.runs;
    if (row.runs == 0) {
      constexpr std::int64_t pilot = 200'000;
      (void)bound(pilot);
      row.runs = shares_.runs(shares_.row_seconds() / double(pilot));
    }
    row.lower = bound(row.runs);
    row.seconds = shares_.row_seconds();
    return row;
  }

  Row game(const Audited& audited) {
    shares_.begin_row();
    Row row{.name = audited.label(), .kind = "game"};
    const auto audit = prepared(audited);
    if (!audit) {
      row.not_audited = audit.skip().reason;
      return row;
    }
    row.accountant = audit->accountant;
    row.adjacency = dpsco::name(audit->adjacency);
    row.setting = audit->description;
    row.claim = audit->claim;
    row.runs = flags_.runs;
    if (row.runs == 0) {
      constexpr std::int64_t pilot = 1000;
      const double before = shares_.row_seconds();
      (void)play_audit(*audit, pilot, threads_, terms_);
      row.runs = shares_.runs((shares_.row_seconds() - before) / double(pilot));
    }
    row.lower = play_audit(*audit, row.runs, threads_, terms_).epsilon;
    row.seconds = shares_.row_seconds();
    return row;
  }

  /// The exact row of a perturbed minimiser whose plan says what was added to what.
  Row density(const std::string& name, PerturbedRelease::Kind kind, const std::string& scale) {
    shares_.begin_row();
    Row row{.name = name, .kind = "density"};
    const auto& card = catalog_.algorithms.entry(name).card;
    const Adjacency adjacency = setting().adjacency.value_or(
        adjacency_named(card.adjacencies.substr(0, card.adjacencies.find(' '))));
    const Target target{flags_.epsilon, flags_.delta, adjacency};
    const Arrangement arrangement{};
    for (const NamedAccountant& named : accountants_) {
      const RootCalibrator calibrator(*named.accountant);
      const auto plan =
          catalog_.algorithms.make(name)->plan(facts_of(arrangement), {target, &calibrator});
      const auto price = plan ? named.accountant->price((*plan)->ledger, target.delta)
                              : Outcome<Price>(plan.skip());
      if (!price) {
        row.not_audited = price.skip().reason;
        continue;
      }
      const auto& numbers = (*plan)->schedule;
      const DensityAudit exact = density_audit(
          {.kind = kind, .Lambda = numbers.at("Lambda"), .noise = {.scale = numbers.at(scale)}},
          arrangement.n,
          arrangement.width,
          target);
      row.not_audited.clear();
      row.accountant = named.name;
      row.adjacency = dpsco::name(adjacency);
      row.setting = exact.description;
      row.claim = price->epsilon;
      row.lower = exact.epsilon;
      break;
    }
    row.seconds = shares_.row_seconds();
    return row;
  }

 private:
  Outcome<PreparedAudit> prepared(const Audited& audited) const {
    const auto& entry = catalog_.algorithms.entry(audited.name);
    const auto with = [&](Parameters parameters) {
      parameters.insert(audited.variant.begin(), audited.variant.end());
      return prepare_audit(
          *catalog_.algorithms.make(audited.name, parameters), entry.card, accountants_, setting());
    };
    const Parameters small = small_network(entry.parameters);
    auto audit = with(small);
    return audit || small.empty() ? std::move(audit) : with({});
  }

  AuditSetting setting() const {
    AuditSetting out{.epsilon = flags_.epsilon,
                     .delta = flags_.delta,
                     .seed = std::uint64_t(flags_.seed),
                     .threads = threads_};
    if (!flags_.adjacency.empty()) out.adjacency = adjacency_named(flags_.adjacency);
    return out;
  }

  const AuditFlags& flags_;
  const Catalog& catalog_;
  int threads_;
  std::vector<std::unique_ptr<const Accountant>> owned_{};
  std::vector<NamedAccountant> accountants_;
  AuditTerms terms_;
  Shares shares_;
};

/// Rows of exact densities: method, kind, and the name of its noise's scale in the plan.
struct DensityRow {
  const char* name;
  PerturbedRelease::Kind kind;
  const char* scale;
};
constexpr DensityRow density_rows[] = {
    {"output-perturbation", PerturbedRelease::Kind::output, "scale"},
    {"objective-perturbation", PerturbedRelease::Kind::objective, "objective_noise"},
    {"approximate-minima-perturbation", PerturbedRelease::Kind::objective, "objective_noise"}};

json as_json(const Row& row) {
  json out{{"name", row.name},
           {"kind", row.kind},
           {"verdict", row.not_audited.empty() ? row.verdict() : "not audited"}};
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

std::string as_table(const std::vector<Row>& rows, const AuditFlags& flags) {
  TextTable table{
      .header = {
          "method", "kind", "claim", "lower bound", "ratio", "runs", "by", "verdict", "setting"}};
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    if (!row.not_audited.empty()) {
      table.body.push_back(
          {row.name, row.kind, "", "", "", "", "", "not audited", row.not_audited});
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
         row.verdict(),
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

double seconds_of(const std::string& duration) {
  double value = 0;
  const char* const end = duration.data() + duration.size();
  const auto [rest, error] = std::from_chars(duration.data(), end, value);
  const std::string_view unit(rest, std::size_t(end - rest));
  const bool known = unit.empty() || unit == "s" || unit == "m" || unit == "h";
  require(error == std::errc{} && known && value > 0 && std::isfinite(value),
          "'{}' is no duration: expected a positive number of seconds, or one with s, m or h, like "
          "90s or 5m",
          duration);
  return value * (unit == "m" ? 60 : unit == "h" ? 3600 : 1);
}

CLI::App* add_audit_command(CLI::App& app, AuditFlags& flags) {
  CLI::App* const command = app.add_subcommand(
      "audit", "lower bounds on epsilon by trying to tell neighbours apart (docs/audit.md)");
  command->add_option("algorithms", flags.algorithms, "names");
  command->add_flag("--all", flags.all, "every registered algorithm");
  command->add_flag("--variants", flags.variants, "also every other word of every parameter");
  command->add_option("--budget", flags.budget, "wall time of the table: 60s, 5m, 1h")
      ->capture_default_str();
  command->add_option("--epsilon", flags.epsilon, "target of every plan")->capture_default_str();
  command->add_option("--delta", flags.delta, "target, in (0, 1)")->capture_default_str();
  command->add_option("--adjacency", flags.adjacency, "default: the first that a method covers");
  command->add_option("--confidence", flags.confidence, "of the whole table")
      ->capture_default_str();
  command->add_option("--seed", flags.seed, "of all streams")->capture_default_str();
  command->add_option("--runs", flags.runs, "on each data set, instead of a budget: reproduces");
  command->add_option(
      "--comparisons", flags.comparisons, "rows that share the confidence; default: those printed");
  command->add_option("--threads", flags.threads, "0: all")->capture_default_str();
  command->add_option("--format", flags.format, "text or json")->capture_default_str();
  return command;
}

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
  require(flags.runs == 0 || (4 <= flags.runs && flags.runs <= most_runs),
          "--runs = {} is outside [4, {}]",
          flags.runs,
          most_runs);
  require(0 <= flags.comparisons && flags.comparisons <= 1'000'000,
          "--comparisons = {} is outside [0, 1000000]",
          flags.comparisons);
  require(flags.threads >= 0, "--threads = {} must be at least 0", flags.threads);

  const std::vector<Audited> methods = audited_methods(flags, catalog);
  const auto is_private = [&](const Audited& audited) {
    return !catalog.algorithms.entry(audited.name).card.privacy.empty();
  };
  const auto chosen = [&](const DensityRow& row) {
    return std::any_of(methods.begin(), methods.end(), [&](const Audited& audited) {
      return audited.name == row.name;
    });
  };
  const auto audits =
      std::size_t(1 + std::count_if(std::begin(density_rows), std::end(density_rows), chosen) +
                  std::count_if(methods.begin(), methods.end(), is_private));

  Auditor auditor(flags, catalog, thread_count(flags.threads), audits);
  std::vector<Row> rows;
  // Exact rows take no share worth having; what they leave goes to the others.
  for (const DensityRow& row : density_rows)
    if (chosen(row)) rows.push_back(auditor.density(row.name, row.kind, row.scale));
  rows.push_back(auditor.yardstick());
  for (const Audited& audited : methods) {
    if (is_private(audited))
      rows.push_back(auditor.game(audited));
    else
      rows.push_back({.name = audited.name, .kind = "game", .not_audited = "claims no privacy"});
  }

  AuditTable out;
  for (const Row& row : rows) out.refuted = out.refuted || row.refuted();
  if (flags.format == "json") {
    json all = json::array();
    for (const Row& row : rows) all.push_back(as_json(row));
    out.text = all.dump(2) + "\n";
  } else {
    out.text = as_table(rows, flags);
  }
  return out;
}

}  // namespace dpsco
