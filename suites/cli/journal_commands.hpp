// dpsco export, merge, replay, status and doctor: what can be done with a folder of results.
#pragma once

#include <optional>

#include <CLI/CLI.hpp>

#include "framework/registry/catalog.hpp"
#include "results/export/export.hpp"
#include "suites/cli/replay_command.hpp"

namespace dpsco {

struct JournalArguments {
  std::string out{}, format = "text";
  std::vector<std::string> folders{};
  ExportQuery exported{};
  ReplayQuery replayed{};
};

void add_journal_commands(CLI::App& app, JournalArguments& arguments);

/// The exit code of the command that was given; empty if it is none of these. export 0; merge 0, or
/// 4 if one build gave one key two digests; replay 0, or 1 if the digests differ; status 0; doctor
/// 0, or 1 if it found a fault.
std::optional<int> run_journal_command(const CLI::App& app,
                                       const JournalArguments& arguments,
                                       const Catalog& catalog);

}  // namespace dpsco
