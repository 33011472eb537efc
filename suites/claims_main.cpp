// Every numbered statement of the papers, recomputed: what holds, what was corrected, what fails.
#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "suites/claims/claim.hpp"
#include "suites/cli/command_line.hpp"
#include "suites/cli/guard.hpp"

namespace {

int run(int argc, char** argv) {
  CLI::App app("Which statements of the papers hold, with the numbers that show it", "claims");
  std::string format = "md";
  app.add_option("--format", format, "md or json")->check(CLI::IsMember({"md", "json"}));
  if (const auto code = dpsco::parsed(app, argc, argv)) return *code;
  const auto parts = dpsco::all_claims();
  std::cout << (format == "md" ? dpsco::claims_markdown(parts) : dpsco::claims_json(parts));
  const std::string broken = dpsco::broken_claims(parts);
  std::cerr << broken;
  return broken.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return dpsco::guarded([&] { return run(argc, argv); });
}
