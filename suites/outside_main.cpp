// Published numbers against ours, each in a band with its reason.
#include "suites/cli/suite_program.hpp"
#include "suites/grids.hpp"
#include "suites/outside/outside_check.hpp"

namespace {

std::vector<dpsco::OutsideCheck> checks(std::span<const dpsco::StoredRun> runs) {
  std::vector<dpsco::OutsideCheck> all = dpsco::accounting_checks();
  for (const auto& more : {dpsco::pairwise_noise_checks(),
                           dpsco::pairwise_quadratics_checks(),
                           dpsco::heart_checks(),
                           dpsco::grid_checks(runs)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  return dpsco::suite_main(
      argc,
      argv,
      {.name = "outside",
       .question = "Do we meet the numbers that others published, in their own set-ups?",
       .grid = dpsco::outside_grid,
       .tables = {{.title = "Test accuracy on Adult at epsilon = 0.1, each arm at its best step",
                   .query = {.rows = "label",
                             .columns = "epsilon",
                             .value = "test_accuracy",
                             .where = {"data=adult"},
                             .best_over = "eta0"}}},
       .more = [](std::span<const dpsco::StoredRun> runs,
                  const dpsco::Catalog&) { return dpsco::outside_text(checks(runs)); },
       .broken = [](std::span<const dpsco::StoredRun> runs,
                    const dpsco::Catalog&) { return dpsco::outside_broken(checks(runs)); },
       .reading = "Reading: a band is not equality. Settings are tuned on the accuracies shown, as "
                  "their sources do; nobody can do that in life."});
}
