#include <string>

#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"
#include "suites/studies/crossings.hpp"

namespace {

/// Left out if the grid was changed so that a cell would mix n, R or delta: the crossings, which
/// keep them apart, are printed all the same.
dpsco::SuiteTable table_at(int epsilon) {
  return {.title = "Excess population risk against d at epsilon = " + std::to_string(epsilon),
          .query = {.rows = "label",
                    .columns = "d",
                    .value = "excess_population_risk",
                    .where = {"epsilon=" + std::to_string(epsilon)}},
          .optional = true};
}

}  // namespace

int main(int argc, char** argv) {
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "crossing",
       .question = "From which dimension on is a dimension-free bound, or method, the better one?",
       .grid = dpsco::crossing_grid,
       .tables = {table_at(1), table_at(4)},
       .more =
           [](std::span<const dpsco::StoredRun> runs, const dpsco::Catalog& catalog) {
             const std::vector<std::string> flat{"single-pass-dp-sgd", "single-pass-constant"};
             const std::vector<std::string> growing{
                 "phased-sgd", "pnsgd-projected", "pnsgd-theory-step", "pnsgd-unprojected"};
             return dpsco::crossings_text(runs, catalog, flat, growing);
           },
       .reading =
           "Reading: a promised crossing compares two upper bounds, a measured one two methods; "
           "neither implies the other.\n"
           "The promised one depends on constants by orders of magnitude, so it is only as good as "
           "they are.\n"
           "What grows with d is projection and d-dependent steps: compare the rows of the "
           "projected "
           "method with those of\n"
           "the unprojected control, plain noisy SGD, which has the same bound."});
}
