#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"

int main(int argc, char** argv) {
  using dpsco::SuiteTable;
  const auto table = [](const char* title, const char* value) {
    return SuiteTable{.title = title,
                      .query = {.rows = "label", .columns = "rounds", .value = value}};
  };
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "ldp-convergence",
       .question = "Do the bounds on locally private decentralised descent hold?",
       .grid = dpsco::ldp_convergence_grid,
       .tables = {table("Excess empirical risk of the agents' averaged mean against rounds",
                        "excess_empirical_risk"),
                  table("Theorem 3.4': what it promises of the same", "bound/decentralised-gd"),
                  table("Excess empirical risk of the worst agent",
                        "worst_agent_excess_empirical_risk"),
                  table("Root mean square distance of agents from their mean", "consensus_error"),
                  table("Bytes sent", "sent_bytes")},
       .reading =
           "Reading: each promise must be above the risk in the same place. At a fixed epsilon "
           "more "
           "rounds mean more noise in each;\n"
           "lazy random weights leave the noise, and the guarantee, what they are with fixed "
           "weights."});
}
