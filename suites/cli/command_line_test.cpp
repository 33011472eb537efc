#include "suites/cli/command_line.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// What a small program says to these words; empty if it would run.
std::string said_to(std::vector<std::string> words) {
  CLI::App app("", "program");
  app.require_subcommand(1);
  std::string grid, profile;
  double timeout = 0, delta = 0;
  auto* run = app.add_subcommand("run");
  run->add_option("grid", grid)->required();
  run->add_option("--profile", profile);
  run->add_option("--timeout", timeout)->check(at_least("--timeout", 0));
  run->add_option("--delta", delta)->check(between_0_and_1("--delta"));
  app.add_subcommand("list");
  words.insert(words.begin(), "program");
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& word : words) arguments.push_back(word.data());
  try {
    const auto code = parsed(app, int(arguments.size()), arguments.data());
    return code ? "exit " + std::to_string(*code) : "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("command line: an unknown command or option is named, with the nearest") {
  CHECK(said_to({"lst"}) == "unknown command 'lst'; did you mean 'list'?");
  CHECK(said_to({"xyzzy"}) == "unknown command 'xyzzy'; `program --help` lists them");
  CHECK(said_to({"run", "g.toml", "--profil", "full"}) ==
        "unknown option '--profil'; did you mean '--profile'?");
  CHECK(said_to({"run", "g.toml", "--profil=full"}) ==
        "unknown option '--profil'; did you mean '--profile'?");
  CHECK(said_to({"run", "--ouy", "x"}) ==
        "unknown option '--ouy'; `program run --help` lists them");
  CHECK(said_to({"run", "g.toml", "more"}) ==
        "unexpected argument 'more'; `program run --help` says what is expected");
  CHECK(said_to({"run", "g.toml", "--profile", "full"}).empty());
}

TEST_CASE("command line: a number out of range is an error with the option, number and range") {
  const auto with = [](const char* option, const char* value) {
    return said_to({"run", "g.toml", option, value});
  };
  CHECK(with("--timeout", "-1") == "--timeout = -1 must be >= 0");
  CHECK(with("--timeout", "nan") == "--timeout = nan must be >= 0");
  CHECK(with("--timeout", "inf") == "--timeout = inf must be finite and >= 0");
  CHECK(with("--timeout", "0").empty());
  CHECK(with("--delta", "1") == "--delta = 1 is outside (0, 1)");
  CHECK(with("--delta", "nan") == "--delta = nan is outside (0, 1)");
  CHECK(with("--delta", "1e-5").empty());
}

}  // namespace dpsco
