#include "suites/audit/auditor.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "privacy/calibration/root_calibrator.hpp"

namespace dpsco {

namespace {

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

}  // namespace

std::string Audited::label() const {
  std::string out = name;
  for (const auto& [parameter, value] : variant)
    out += fmt::format(" {}={}", parameter, to_text(value));
  return out;
}

Auditor::Auditor(const AuditFlags& flags, const Catalog& catalog, int threads, std::size_t rows)
    : flags_(flags),
      catalog_(catalog),
      threads_(threads),
      accountants_(calibrating(catalog, owned_)),
      terms_{.delta = flags.delta,
             .confidence = flags.confidence,
             .comparisons = int(flags.comparisons > 0 ? flags.comparisons : std::int64_t(rows))},
      shares_(seconds_of(flags.budget), rows) {}

AuditRow Auditor::yardstick() {
  shares_.begin_row();
  AuditRow row{.name = "gaussian-mechanism",
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
  return row;
}

AuditRow Auditor::game(const Audited& audited) {
  shares_.begin_row();
  AuditRow row{.name = audited.label(), .kind = "game"};
  const auto audit = prepared(audited);
  if (!audit) {
    row.not_audited = audit.skip().reason;
    return row;
  }
  row.accountant = audit->accountant;
  row.adjacency = name(audit->adjacency);
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
  return row;
}

AuditRow Auditor::density(const DensityCase& release) {
  shares_.begin_row();
  AuditRow row{.name = release.name, .kind = "density"};
  const auto& card = catalog_.algorithms.entry(release.name).card;
  const Adjacency adjacency = setting().adjacency.value_or(
      adjacency_named(card.adjacencies.substr(0, card.adjacencies.find(' '))));
  const Target target{flags_.epsilon, flags_.delta, adjacency};
  const Arrangement arrangement{};
  for (const NamedAccountant& named : accountants_) {
    const RootCalibrator calibrator(*named.accountant);
    const auto plan =
        catalog_.algorithms.make(release.name)->plan(facts_of(arrangement), {target, &calibrator});
    const auto price =
        plan ? named.accountant->price((*plan)->ledger, target.delta) : Outcome<Price>(plan.skip());
    if (!price) {
      row.not_audited = price.skip().reason;
      continue;
    }
    const auto& numbers = (*plan)->schedule;
    const DensityAudit exact = density_audit({.kind = release.kind,
                                              .Lambda = numbers.at("Lambda"),
                                              .noise = {.scale = numbers.at(release.scale)}},
                                             arrangement.n,
                                             arrangement.width,
                                             target);
    row.not_audited.clear();
    row.accountant = named.name;
    row.adjacency = name(adjacency);
    row.setting = exact.description;
    row.claim = price->epsilon;
    row.lower = exact.epsilon;
    break;
  }
  return row;
}

Outcome<PreparedAudit> Auditor::prepared(const Audited& audited) const {
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

AuditSetting Auditor::setting() const {
  AuditSetting out{.epsilon = flags_.epsilon,
                   .delta = flags_.delta,
                   .seed = std::uint64_t(flags_.seed),
                   .threads = threads_};
  if (!flags_.adjacency.empty()) out.adjacency = adjacency_named(flags_.adjacency);
  return out;
}

}  // namespace dpsco
