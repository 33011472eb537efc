#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"
#include "suites/studies/crossings.hpp"

int main(int argc, char** argv) {
  using dpsco::SuiteTable;
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "crossing",
       .question = "From which dimension on is a dimension-free bound, or method, the better one?",
       .grid = dpsco::crossing_grid,
       .tables = {SuiteTable{.title = "Excess population risk against d at epsilon = 1",
                             .query = {.rows = "label",
                                       .columns = "d",
                                       .value = "excess_population_risk",
                                       .where = {"epsilon=1"}}},
                  SuiteTable{.title = "Excess population risk against d at epsilon = 4",
                             .query = {.rows = "label",
                                       .columns = "d",
                                       .value = "excess_population_risk",
                                       .where = {"epsilon=4"}}}},
       .more =
           [](std::span<const dpsco::StoredRun> runs, const dpsco::Catalog& catalog) {
             const std::vector<std::string> arms{
                 "pnsgd-projected", "pnsgd-theory-step", "pnsgd-unprojected"};
             return dpsco::crossings_text(runs, catalog, "single-pass-dp-sgd", arms);
           },
       .reading = "Reading: a promised crossing depends on constants by orders of magnitude, so it "
                  "is only as good as they are.\n"
                  "What grows with d is projection and d-dependent steps: the unprojected control, "
                  "plain noisy SGD, shows it by not crossing."});
}
