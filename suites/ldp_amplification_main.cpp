#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "results/report/svg.hpp"
#include "suites/cli/command_line.hpp"
#include "suites/cli/guard.hpp"
#include "suites/cli/write_file.hpp"
#include "suites/studies/amplification.hpp"

namespace {

int amplification_main(int argc, char** argv) {
  CLI::App app("What do random weights gain for local privacy: on average, and for certain?",
               "ldp-amplification");
  std::string format = "text", figure;
  std::vector<double> omegas{0.1, 0.25, 0.5, 1}, betas{2, 4, 6, 8, 10};
  double shift = 0.001;
  app.add_option("--format", format, "text, or json: a list of row objects")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_option("--omega", omegas, "widths of the random weight")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--beta", betas, "rates of the Laplace noise")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--shift", shift, "alpha B, what a record moves")->capture_default_str();
  app.add_option("--figure", figure, "draw the factors into this file, NAME.svg");
  if (const auto code = dpsco::parsed(app, argc, argv)) return *code;
  const auto rows = dpsco::amplification_rows(omegas, betas, shift);
  if (!figure.empty()) dpsco::write_file(figure, svg_file(dpsco::amplification_chart(rows)));
  fmt::print(
      "{}",
      format == "json" ? dpsco::amplification_json(rows) : dpsco::amplification_text(rows, shift));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return dpsco::guarded([&] { return amplification_main(argc, argv); });
}
