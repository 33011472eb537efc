#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  const auto table = [](std::string title, std::string value) {
    return dpsco::SuiteTable{
        .title = std::move(title),
        .query = {.rows = "label,n", .columns = "alpha", .value = std::move(value)}};
  };
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "multipass",
       .question = "What do several passes cost, and what do they buy?",
       .grid = dpsco::multipass_grid,
       .tables = {table("Excess population risk against alpha (T = n^alpha e^2)",
                        "excess_population_risk"),
                  table("Steps T", "schedule/T"),
                  table("What the steps cost at most, by the contour engine", "epsilon/contour"),
                  table("The same by Renyi orders", "epsilon/rdp"),
                  table("kappa: how much larger a step the target allows", "schedule/kappa"),
                  table("What Theorem 2 promises for the risk", "bound/ma2022-theorem-2")},
       .reading =
           "Reading: eta0 = 1 everywhere, nothing is tuned. Rows of one n are comparable, of\n"
           "different n are not (each has its own epsilon). A dash of the contour engine: it\n"
           "refuses so few steps, and Renyi orders set the noise.",
       .findings =
           "Findings: Theorem 2 claims epsilon = 1.96 at n = 1000 and 1.08 at n = 10000 for\n"
           "its own steps; the accountants find many times less, so the same target allows\n"
           "steps several times as large. At alpha = 2 the contour engine sets those: it\n"
           "proves the target where Renyi orders say two to four times as much."});
}
