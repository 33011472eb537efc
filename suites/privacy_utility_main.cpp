#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  const auto at = [](const std::string& epsilon) {
    return dpsco::SuiteTable{
        .title = "Test accuracy at epsilon = " + epsilon +
                 ", by how the step was chosen: three numbers that answer three questions",
        .query = {.rows = "method",
                  .columns = "dataset,tuning",
                  .value = "test_accuracy",
                  .where = {"epsilon=" + epsilon},
                  .best_over = "eta0"}};
  };
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "privacy-utility",
       .question = "What does privacy cost on real data, and how much of it is tuning?",
       .grid = dpsco::privacy_utility_grid,
       .tables = {at("1"),
                  at("8"),
                  {.title = "Test accuracy against epsilon (untuned methods)",
                   .query = {.rows = "dataset,method",
                             .columns = "epsilon",
                             .value = "test_accuracy",
                             .where = {"tuning=untuned"}}}},
       .reading =
           "Reading: compare within one column. untuned costs nothing to choose; oracle-tuned was "
           "chosen by the test accuracy\n"
           "itself and is an upper end that no private user reaches; privately tuned pays for its "
           "search out of epsilon.\n"
           "private-newton's epsilon is that of adding or removing one record, weaker than the "
           "others' replacement."});
}
