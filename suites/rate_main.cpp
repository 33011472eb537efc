#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "rate",
       .question = "How fast does the excess risk fall with n at epsilon = n^(-1/4)?",
       .grid = dpsco::rate_grid,
       .tables = {{.title = "Excess population risk against n, eta0 tuned by the risk itself",
                   .query = {.rows = "label",
                             .columns = "n",
                             .value = "excess_population_risk",
                             .best_over = "eta0,epsilon"}},
                  {.title = "What the corrected Theorem 1 promises at the same eta0",
                   .query = {.rows = "label",
                             .columns = "n",
                             .value = "bound/ma2022-single-pass",
                             .where = {"label=single-pass-dp-sgd"},
                             .best_over = "eta0,epsilon",
                             .best_by = "excess_population_risk"}}},
       .reading =
           "Reading: the slope is that of log risk against log n, with its 95 % interval. The "
           "paper promises -1/2 up to\n"
           "logarithms at epsilon = n^(-1/4); where the risk is near the zero predictor's .36 it "
           "can't fall at that rate yet.\n"
           "Each n has its own epsilon. Tuning by the risk is an oracle that no private user "
           "has."});
}
