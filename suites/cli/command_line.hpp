// What every program does with its arguments before it runs.
#pragma once

#include <optional>

#include <CLI/CLI.hpp>

namespace dpsco {

/// Parses. If nothing is left to do, the exit code: help was asked for, or what is wrong was said.
/// Throws ConfigError on an unknown command or option, naming the nearest.
std::optional<int> parsed(CLI::App& app, int argc, char** argv);

/// A finite number, `least` or more. The library's own checks print the largest double in full.
CLI::Validator at_least(const char* option, double least);
/// A number in (0, 1).
CLI::Validator between_0_and_1(const char* option);

}  // namespace dpsco
