#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  using dpsco::SuiteTable;
  const auto table = [](const char* title, const char* value) {
    return SuiteTable{.title = title, .query = {.rows = "label", .columns = "d", .value = value}};
  };
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "ldp-dimension",
       .question = "Can utility under local differential privacy be free of the dimension?",
       .grid = dpsco::ldp_dimension_grid,
       .tables = {table("Excess empirical risk of the agents' averaged mean against d",
                        "excess_empirical_risk"),
                  table("Theorem 3.4': grows as sqrt d", "bound/decentralised-gd"),
                  table("Theorem 4.1': generalised linear losses, no d beside the noise's scale",
                        "bound/decentralised-glm"),
                  table("Theorem 4.2': l1-bounded gradients, log d", "bound/decentralised-l1")},
       .reading = "Reading: each promise must be above the risk in the same place.",
       .findings = "Findings: gaussian is nearly flat in d, as Theorem 4.1 says once corrected "
                   "(dgd, without "
                   "noise, rises a little too:\n"
                   "the problem changes with d). gaussian-balanced-step counts the whole noise, "
                   "shrinks its step "
                   "with d and so brings d\n"
                   "back. laplace pays for B_1, which grows as sqrt d on spiked rows and is "
                   "constant on sparse "
                   "ones (l1-laplace)."});
}
