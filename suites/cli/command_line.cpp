#include "suites/cli/command_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/core/suggestion.hpp"

namespace dpsco {

namespace {

/// Negative numbers begin with a dash too.
bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> commands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands({})) names.push_back(each->get_name());
  return names;
}

/// Throws if `command` was given a word that it does not know. `path` is how to call it.
void refuse_unknown(const CLI::App& command, const std::string& path) {
  const std::vector<std::string> left = command.remaining();
  const std::string help = fmt::format("`{} --help`", path);
  if (const auto option = std::find_if(left.begin(), left.end(), is_option); option != left.end()) {
    const std::string name = option->substr(0, option->find('='));
    throw ConfigError(fmt::format(
        "unknown option '{}'{}", name, suggestion_or_list(name, options_of(command), help)));
  }
  if (left.empty()) return;
  const std::vector<std::string> commands = commands_of(command);
  require(commands.empty() || !command.get_subcommands().empty(),
          "unknown command '{}'{}",
          left.front(),
          suggestion_or_list(left.front(), commands, help));
  throw ConfigError(
      fmt::format("unexpected argument '{}'; {} says what is expected", left.front(), help));
}

/// Of the program and of the commands that were given, outermost first.
void refuse_unknown_words(const CLI::App& app) {
  const CLI::App* command = &app;
  std::string path = app.get_name();
  while (true) {
    refuse_unknown(*command, path);
    const std::vector<CLI::App*> given = command->get_subcommands();
    if (given.empty()) return;
    command = given.front();
    path += " " + command->get_name();
  }
}

/// What is no number at all, the conversion complains about.
std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') return std::nullopt;
  return number;
}

}  // namespace

std::optional<int> parsed(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool answered = error.get_exit_code() == int(CLI::ExitCodes::Success);
    if (!answered) refuse_unknown_words(app);
    (void)app.exit(error);
    return answered ? 0 : 2;
  }
  return std::nullopt;
}

CLI::Validator at_least(const char* option, double least) {
  return {[option, least](const std::string& text) {
            const auto number = number_in(text);
            require(!number || (*number >= least && std::isfinite(*number)),
                    "{} = {} must be {}>= {}",
                    option,
                    text,
                    number && std::isinf(*number) ? "finite and " : "",
                    least);
            return std::string();
          },
          fmt::format(">= {}", least)};
}

CLI::Validator between_0_and_1(const char* option) {
  return {[option](const std::string& text) {
            const auto number = number_in(text);
            require(
                !number || (0 < *number && *number < 1), "{} = {} is outside (0, 1)", option, text);
            return std::string();
          },
          "in (0, 1)"};
}

}  // namespace dpsco
