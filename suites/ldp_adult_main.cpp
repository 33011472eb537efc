#include "suites/cli/services.hpp"
#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"
#include "suites/studies/ldp_study.hpp"

int main(int argc, char** argv) {
  using dpsco::SuiteTable;
  const auto table = [](const char* title, const char* value) {
    return SuiteTable{.title = title,
                      .query = {.rows = "label", .columns = "data", .value = value}};
  };
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "ldp-adult",
       .question = "Decentralised methods under local privacy on Adult: accuracy and every loss",
       .grid = dpsco::ldp_adult_grid,
       .tables = {table("Test accuracy of the agents' mean", "test_accuracy"),
                  table("Excess empirical risk of the agents' mean", "excess_empirical_risk"),
                  table("Excess empirical risk of the worst agent",
                        "worst_agent_excess_empirical_risk"),
                  table("Root mean square distance of agents from their mean", "consensus_error"),
                  table("Realised loss (a simulation's number, NOT a guarantee)", "realised_loss"),
                  table("Bytes sent", "sent_bytes")},
       .study =
           [](std::span<const dpsco::Cell> cells, const dpsco::Catalog& catalog) {
             return dpsco::ldp_study_text(
                 dpsco::study_all(cells, catalog, dpsco::standard_services()));
           },
       .study_json =
           [](std::span<const dpsco::Cell> cells, const dpsco::Catalog& catalog) {
             return dpsco::ldp_study_json(
                 dpsco::study_all(cells, catalog, dpsco::standard_services()));
           },
       .reading =
           "Reading: all private methods keep the same (epsilon, delta), so accuracy compares "
           "them. Random weights do not\nchange it; the reduction that they are known for is "
           "one of averages."});
}
