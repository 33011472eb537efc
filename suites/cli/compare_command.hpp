// dpsco compare: methods of one folder against a baseline, or two folders with each other.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "results/compare/compare_methods.hpp"

namespace dpsco {

struct CompareFlags {
  std::vector<std::string> folders{};  ///< one with --baseline, or the old and the new
  CompareQuery query{};
  std::string format = "text";
};

/// Adds the command to `app`; `flags` must outlive the parsing. Returns it.
CLI::App* add_compare_command(CLI::App& app, CompareFlags& flags);

/// What the command prints. Throws ConfigError.
std::string compare_text(const CompareFlags& flags);

}  // namespace dpsco
