#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "dimension",
       .question = "Does the excess risk of private optimisers grow with the dimension?",
       .grid = dpsco::dimension_grid,
       .tables = {{.title = "Excess population risk against the dimension d (spiked design)",
                   .query = {.rows = "label", .columns = "d", .value = "excess_population_risk"}},
                  {.title =
                       "What the corrected Theorem 1 promises in the same set-up (an upper bound)",
                   .query = {.rows = "label",
                             .columns = "d",
                             .value = "bound/ma2022-single-pass",
                             .where = {"label=single-pass-dp-sgd"}}}},
       .reading = "Reading: from d = 100 on single-pass-dp-sgd is flat in d, as its paper says "
                  "(the rise from 10 to\n"
                  "100 is curvature damping the noise, in every private arm). Projected and "
                  "theory-step PNSGD climb\n"
                  "towards the zero predictor. But pnsgd-unprojected, plain noisy SGD with neither "
                  "shrinkage nor\n"
                  "projection, is flat too, and lower: on generalised linear losses noise acts "
                  "through <noise, x>\n"
                  "alone. What separates the methods is projection and d-dependent steps, not the "
                  "shrinkage."});
}
