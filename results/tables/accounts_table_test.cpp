#include "results/tables/accounts_table.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace dpsco {

namespace {

StoredRun run(const char* key, const char* label, double epsilon, double gdp) {
  StoredRun run;
  run.key = key;
  run.label = label;
  run.target = {.epsilon = epsilon, .delta = 1e-5};
  run.calibrate = "gdp";
  run.epsilons["gdp"] = gdp;
  run.directions["gdp"] = "upper";
  return run;
}

}  // namespace

TEST_CASE(
    "accounts: a line for each label and target in plan order, ranges, estimates, refusals, "
    "infinity") {
  std::vector<StoredRun> runs{run("b", "sgd", 1, std::numeric_limits<double>::infinity()),
                              run("a", "pnsgd", 1, 1),
                              run("c", "pnsgd", 1, 0.9),
                              run("d", "pnsgd", 4, 4)};
  runs[0].unsupported["paper"] = "prices Algorithm 1 only";
  runs[1].epsilons["paper"] = 1.3;
  runs[1].directions["paper"] = "estimate";
  const std::string text = accounts_text(runs, {{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}});
  CHECK(text ==
        "label  target and calibration                    gdp    paper\n"
        "pnsgd  (1, 1e-05) replace_one by gdp  0.9000..1.0000  ~1.3000\n"
        "sgd    (1, 1e-05) replace_one by gdp             inf        -\n"
        "pnsgd  (4, 1e-05) replace_one by gdp          4.0000        -\n"
        "epsilon in nats at the target's delta; ~ an estimate, - not priced, inf: no privacy.\n"
        "Upper bounds of one and the same noise: a smaller number is a sharper proof, not more "
        "privacy.\n");
  CHECK(accounts_text({}, {}) == "no run was priced\n");
  // Another delta: only what was priced there, and the legend says where.
  CHECK(accounts_text(runs, {}, 1e-6) == "no run was priced\n");
  runs[3].priced["pld@1e-06"] = {.epsilon = 4.56781, .direction = "upper"};
  const std::string other = accounts_text(runs, {}, 1e-6);
  CHECK(
      other.starts_with("label  target and calibration            pld\n"
                        "pnsgd  (4, 1e-05) replace_one by gdp  4.5679\n"
                        "epsilon in nats at delta = 1e-06;"));
}

}  // namespace dpsco
