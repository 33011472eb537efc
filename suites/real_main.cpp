#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  return dpsco::suite_main(argc,
                           argv,
                           {.name = "real",
                            .question = "Private and non-private optimisers on real data",
                            .grid = dpsco::real_grid,
                            .tables = {{.title = "Test accuracy at epsilon = 1",
                                        .query = {.rows = "label",
                                                  .columns = "data.path",
                                                  .value = "test_accuracy",
                                                  .where = {"epsilon=1"}}},
                                       {.title = "Test accuracy at epsilon = 4",
                                        .query = {.rows = "label",
                                                  .columns = "data.path",
                                                  .value = "test_accuracy",
                                                  .where = {"epsilon=4"}}},
                                       {.title = "Excess empirical risk at epsilon = 1",
                                        .query = {.rows = "label",
                                                  .columns = "data.path",
                                                  .value = "excess_empirical_risk",
                                                  .where = {"epsilon=1"}}},
                                       {.title = "Excess empirical risk at epsilon = 4",
                                        .query = {.rows = "label",
                                                  .columns = "data.path",
                                                  .value = "excess_empirical_risk",
                                                  .where = {"epsilon=4"}}}},
                            .reading = "Reading: the reference optimum is the certified minimiser "
                                       "over ||w|| <= R = 10; an iterate outside the ball\n"
                                       "may have a negative excess. The zero predictor guesses: "
                                       "its accuracy is one half by the tie rule."});
}
