// Does `dpsco track` find what it is for? Real methods, with their noise halved by a test.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "algorithms/central/pnsgd.hpp"
#include "algorithms/central/sgd.hpp"
#include "algorithms/central/single_pass_dp_sgd.hpp"
#include "algorithms/central/zero.hpp"
#include "datasets/add_datasets.hpp"
#include "framework/grid/expand.hpp"
#include "framework/metrics/metrics.hpp"
#include "framework/problem/losses/losses.hpp"
#include "framework/problem/optimum.hpp"
#include "framework/runner/runner.hpp"
#include "privacy/add_accountants.hpp"
#include "privacy/calibration/root_calibrator.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/testing/samples.hpp"
#include "results/track/track_results.hpp"
#include "suites/catalog.hpp"

namespace dpsco {

namespace {

/// The defect: half of the noise that the target needs.
class HalvingCalibrator final : public Calibrator {
 public:
  explicit HalvingCalibrator(const Calibrator& honest) : honest_(&honest) {}
  explicit HalvingCalibrator(const Accountant& accountant)
      : own_(std::make_unique<RootCalibrator>(accountant)), honest_(own_.get()) {}
  Outcome<double> smallest_scale(const std::function<Ledger(double)>& ledger_at,
                                 const Target& target) const override {
    const auto scale = honest_->smallest_scale(ledger_at, target);
    if (!scale) return scale.skip();
    return *scale / 2;
  }

 private:
  std::unique_ptr<RootCalibrator> own_{};
  const Calibrator* honest_;
};

/// pnsgd that lists all of its noise and adds half of it.
struct LyingPnsgd final : Algorithm {
  double eta0 = 10;
  std::string projection = "ball", step = "fixed", batches = Pnsgd{}.batches;

  static constexpr Card card = Pnsgd::card;
  static std::vector<Param<LyingPnsgd>> parameters() {
    return {real("eta0", &LyingPnsgd::eta0, {1e-9, 1e9}, "", ""),
            word("projection", &LyingPnsgd::projection, "ball none", "as Pnsgd"),
            word("step", &LyingPnsgd::step, "fixed theory", "as Pnsgd"),
            word("batches", &LyingPnsgd::batches, "growing d-dependent", "as Pnsgd")};
  }

  struct LyingPlan final : Plan {
    using Plan::Plan;
    std::shared_ptr<const Plan> quiet{};
    Solution run(const Problem& problem, RunContext& context) const override {
      return quiet->run(problem, context);
    }
  };

  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override {
    Pnsgd real_one;
    real_one.eta0 = eta0;
    real_one.projection = projection;
    real_one.step = step;
    real_one.batches = batches;
    const HalvingCalibrator halving(*budget.calibrator);
    auto said = real_one.plan(facts, budget);
    auto done = real_one.plan(facts, {.target = budget.target, .calibrator = &halving});
    if (!said || !done) return Skip{"no plan"};
    auto plan = std::make_shared<LyingPlan>(said.value()->ledger, said.value()->schedule);
    plan->quiet = *std::move(done);
    return {std::shared_ptr<const Plan>(std::move(plan))};
  }
};

Catalog lying_catalog() {
  Catalog catalog;
  add_datasets(catalog);
  add_losses(catalog);
  add_metrics(catalog);
  add_accountants(catalog);
  catalog.algorithms.add<LyingPnsgd>();
  catalog.algorithms.add<Sgd>();
  catalog.algorithms.add<SinglePassDpSgd>();
  catalog.algorithms.add<Zero>();
  return catalog;
}

/// The runs of the committed baseline's grid.
std::vector<StoredRun> runs_of(const Catalog& catalog, bool halved) {
  std::ifstream file(DPSCO_SOURCE_DIR "/results/baselines/small.toml");
  std::ostringstream grid;
  grid << file.rdbuf();
  const std::vector<Cell> cells = expand(parse_grid(grid.str(), "small.toml"), catalog);
  const Services services{
      .find_optimum = [](const Problem& problem) { return find_optimum(problem); },
      .make_calibrator = [halved](const Accountant& accountant) -> std::unique_ptr<Calibrator> {
        if (halved) return std::make_unique<HalvingCalibrator>(accountant);
        return std::make_unique<RootCalibrator>(accountant);
      }};
  const ScratchFolder folder;
  JournalWriter journal(folder.path(), "small");
  StopControl stop;
  NoProgress progress;
  run_serial(cells, catalog, services, {}, journal, progress, stop);
  journal.close();
  return read_journal(folder.path()).runs;
}

/// Subjects of one kind with this verdict.
std::vector<std::string> subjects(const TrackReport& report,
                                  const std::string& kind,
                                  Verdict verdict) {
  std::vector<std::string> found;
  for (const TrackCase& each : report.cases)
    if (each.kind == kind && each.verdict == verdict) found.push_back(each.subject);
  return found;
}

TrackReport tracked(const Baseline& baseline, const std::vector<StoredRun>& runs) {
  TrackReport report;
  track_privacy(baseline, runs, report);
  track_accuracy(baseline, runs, report);
  return report;
}

}  // namespace

TEST_CASE("track: a calibration that halves the noise is found by privacy and by accuracy") {
  const Catalog catalog = full_catalog();
  const std::vector<StoredRun> honest = runs_of(catalog, false);
  const Baseline baseline{.settings = settings_of(honest, {})};
  CHECK(!has_regression(tracked(baseline, honest)));

  const TrackReport report = tracked(baseline, runs_of(catalog, true));
  for (const std::string private_one :
       {"single-pass-dp-sgd", "pnsgd-fixed-step", "pnsgd-theory-step"}) {
    for (const std::string d : {" d=10", " d=100"}) {
      CAPTURE(private_one + d);
      const auto privacy = subjects(report, "privacy", Verdict::regression);
      const auto accuracy = subjects(report, "accuracy", Verdict::regression);
      CHECK(std::count(privacy.begin(), privacy.end(), private_one + d + ": epsilon/gdp") == 1);
      CHECK(std::count(accuracy.begin(), accuracy.end(), private_one + d + ": runs") == 1);
    }
  }
  for (const TrackCase& each : report.cases) {
    CAPTURE(each.subject);
    const bool is_private = !each.subject.starts_with("sgd") && !each.subject.starts_with("zero");
    CHECK((is_private || each.verdict == Verdict::same));
    if (each.subject == "pnsgd-fixed-step d=10: epsilon/gdp") {
      CHECK(*each.before <= 1);
      CHECK(*each.after > 2);  // half of the noise: twice mu, more than twice epsilon
    }
    if (each.subject == "pnsgd-fixed-step d=10: runs")
      CHECK(each.what.find("status of 16 runs ok -> infeasible: the ledger costs") == 0);
  }
}

TEST_CASE("track: noise that is listed but not added is found by the risk alone") {
  const Baseline baseline{.settings = settings_of(runs_of(full_catalog(), false), {})};
  const TrackReport report = tracked(baseline, runs_of(lying_catalog(), false));
  CHECK(subjects(report, "privacy", Verdict::regression).empty());
  const auto accuracy = subjects(report, "accuracy", Verdict::regression);
  for (const std::string subject : {"pnsgd-fixed-step d=10: excess_population_risk",
                                    "pnsgd-fixed-step d=100: excess_population_risk"})
    CHECK(std::count(accuracy.begin(), accuracy.end(), subject) == 1);
  for (const std::string& subject : accuracy) {
    CAPTURE(subject);
    CHECK(subject.starts_with("pnsgd-"));
  }
}

TEST_CASE(
    "track: an epsilon that drifts by 2 % in a journal is found by privacy and by nothing else") {
  std::vector<StoredRun> runs = runs_of(full_catalog(), false);
  const Baseline baseline{.settings = settings_of(runs, {})};
  for (StoredRun& run : runs)
    if (run.label == "pnsgd-theory-step") run.epsilons["rdp"] *= 1.02;
  const TrackReport report = tracked(baseline, runs);
  CHECK(subjects(report, "privacy", Verdict::regression) ==
        std::vector<std::string>{"pnsgd-theory-step d=10: epsilon/rdp",
                                 "pnsgd-theory-step d=100: epsilon/rdp"});
  CHECK(subjects(report, "accuracy", Verdict::regression).empty());
}

}  // namespace dpsco
