#include "suites/studies/crossings.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "suites/catalog.hpp"
#include "suites/studies/promised_crossings.hpp"

namespace dpsco {

namespace {

/// A run of `label` on the spiked design, R = 10.
StoredRun run_of(const char* label, Index n, Index d, double risk) {
  StoredRun run;
  run.status = Status::ok;
  run.label = label;
  run.data = "spiked";
  run.loss = "logistic";
  run.n = double(n);
  run.d = double(d);
  run.parameters = {{"data.n", n}, {"data.d", d}, {"data.radius", 10.0}};
  run.target = {1, 1e-5};
  run.metrics = {{"excess_population_risk", risk}};
  return run;
}

/// Runs at d = 10, 100, 1000 of a flat arm, and of one that meets it at `crossing`.
void add_pair(std::vector<StoredRun>& runs, Index n, double crossing) {
  for (const Index d : {10, 100, 1000}) {
    runs.push_back(run_of("flat", n, d, 0.1));
    runs.push_back(run_of("grows", n, d, 0.1 * std::sqrt(double(d) / crossing)));
  }
}

/// The line that follows `head` and holds `word`; empty if there is none.
std::string line_after(const std::string& text, const std::string& head, const std::string& word) {
  const std::size_t at = text.find(word, text.find(head));
  if (at == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Log d: a bound that no list knows.
struct LogBound final : Bound {
  static constexpr Card card{.name = "log-bound",
                             .doc = "for the test",
                             .risk = "excess_population_risk",
                             .iterate = "output",
                             .constants = "derived"};
  static std::vector<Param<LogBound>> parameters() { return {}; }
  Outcome<Promise> value(const BoundQuery& query) const override {
    return sum_of({{"log", std::log(double(query.facts.d))}});
  }
};

const std::vector<std::string> flat{"flat"}, grows{"grows"};

}  // namespace

// The reference has the formulas in another program. The tuned phased bound's step is optimised to
// other digits there.
TEST_CASE("promised crossings are those of the table, the largest ones to a percent") {
  const Catalog catalog = full_catalog();
  const auto at = [&](const char* low, const char* growing, Index n, double epsilon, double R) {
    const auto found = promised_crossing(catalog, low, growing, n, {epsilon, 1e-5}, R);
    REQUIRE(found);
    return double(*found);
  };
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 1000, 1, 1) == 33);
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 10000, 1, 1) == 415);
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 1000, 0.1, 10) == 7);
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 2000, 1, 10) == 94);
  CHECK(at("ma2022-single-pass", "pnsgd-last-iterate", 2000, 4, 10) == 822);
  CHECK(at("ma2022-constant-lambda", "pnsgd-last-iterate", 10000, 1, 10) == 58);
  CHECK(at("full-batch-langevin", "noisy-gd-by-d", 1000, 1, 1) == 19);
  CHECK(at("full-batch-langevin", "noisy-gd-by-d", 10000, 1, 10) == 361);
  CHECK(std::abs(at("ma2022-single-pass", "phased-sgd", 10000, 1, 1) - 477) <= 12);
  CHECK(std::abs(at("ma2022-theorem-1-printed", "bassily2019", 1000, 1, 1) - 22674) <= 227);
}

TEST_CASE(
    "promised crossings: the catalog says which bounds are free of d, and which have no tuning") {
  const Catalog catalog = full_catalog();
  const TunedBounds bounds = tuned_bounds(catalog, unit_logistic_facts(1000, 1), {1, 1e-5});
  CHECK(bounds.flat == std::vector<std::string>{"full-batch-langevin",
                                                "ma2022-constant-lambda",
                                                "ma2022-single-pass",
                                                "ma2022-theorem-1-printed"});
  CHECK(bounds.growing == std::vector<std::string>{"noisy-gd-by-d",
                                                   "noisy-gd-by-rank",
                                                   "phased-sgd",
                                                   "pnsgd-last-iterate",
                                                   "arora2022",
                                                   "arora2022-lipschitz",
                                                   "bassily2014",
                                                   "bassily2019",
                                                   "lower-bound",
                                                   "song2021"});
  for (const char* name : {"ma2022-theorem-2", "ma2022-corollary-2", "ma2022-corollary-3"})
    CHECK(bounds.without.contains(name));
  CHECK(bounds.flat.size() + bounds.growing.size() + bounds.without.size() ==
        catalog.bounds.names().size());
}

TEST_CASE("promised crossings: at d* the bound with d is the larger one, at d* - 1 it is not") {
  const Catalog catalog = full_catalog();
  const Target target{1, 1e-5};
  const Facts facts = unit_logistic_facts(2000, 10);
  const TunedBounds bounds = tuned_bounds(catalog, facts, target);
  for (const std::string& low : bounds.flat)
    for (const std::string& growing : bounds.growing) {
      CAPTURE(low);
      CAPTURE(growing);
      const auto found = promised_crossing(catalog, low, growing, facts, target);
      REQUIRE(found);
      const auto above = [&](Index d) {
        return *tuned_value(catalog, growing, facts, d, target) >
               *tuned_value(catalog, low, facts, 1, target);
      };
      if (found->at) {
        CHECK(above(*found->at));
        CHECK((*found->at == 1 || !above(*found->at - 1)));
        CHECK_FALSE(found->level_from);
      } else {
        CHECK_FALSE(above(most_dimensions));
      }
    }
}

TEST_CASE("promised crossings: a bound that ends below the other says where it ends") {
  const Catalog catalog = full_catalog();
  const auto found = promised_crossing(
      catalog, "ma2022-single-pass", "song2021", unit_logistic_facts(1000, 1), {1, 1e-5});
  REQUIRE(found);
  CHECK_FALSE(found->at);
  CHECK(found->level_from == Index{1000});  // its rank is at most n
  CHECK(promised_text(found) == "level at 1000");
  CHECK(promised_text(PromisedCrossing{.at = 1}) == "from 1 on");
  CHECK(promised_text(PromisedCrossing{}) == "never");
  CHECK(promised_text(std::nullopt) == "-");
  CHECK_FALSE(promised_crossing(catalog,
                                "ma2022-single-pass",
                                "ma2022-corollary-3",
                                unit_logistic_facts(1000, 1),
                                {1, 1e-5}));
}

TEST_CASE("promised crossings: a new bound appears in the table by itself") {
  Catalog catalog = full_catalog();
  catalog.bounds.add<LogBound>();
  const std::vector<SetUp> one{{unit_logistic_facts(2000, 10), {1, 1e-5}}};
  const std::string text = promised_crossings_text(catalog, one);
  const std::string line = line_after(text, "log-bound", "ma2022-single-pass");
  // log d passes 2.84 at exp(2.84) = 17.2; pnsgd's bound does at 94.
  CHECK(contains(line, " 94"));
  const double value = *tuned_value(catalog, "ma2022-single-pass", one[0].facts, 1, one[0].target);
  CHECK(contains(line, " " + std::to_string(int(std::exp(value)) + 1) + " "));
}

TEST_CASE("promised crossings: every set-up is asked once, those of the runs first") {
  const std::vector<SetUp> measured{{unit_logistic_facts(2000, 10), {1, 1e-5}},
                                    {unit_logistic_facts(1000, 10), {1, 1e-5}}};
  const std::vector<SetUp> all = with_reference_set_ups(measured);
  CHECK(all.size() == 11);  // 12 of the reference, two of them twice: 10000^(-1/4) = 0.1; one more
  CHECK(all[0].facts.n == 2000);
  CHECK(all[1].facts.n == 1000);
  CHECK(all[1].facts.R() == 10);
}

TEST_CASE("measured crossings are interpolated, or say what was not seen") {
  std::vector<StoredRun> runs;
  add_pair(runs, 2000, 250);
  for (const Index d : {10, 100, 1000}) {
    runs.push_back(run_of("worse", 2000, d, 0.2));
    runs.push_back(run_of("better", 2000, d, 0.05));
  }
  const std::vector<std::string> arms{"grows", "worse", "better"};
  const std::string text = crossings_text(runs, full_catalog(), flat, arms);
  const std::string head = "data = spiked, n = 2000, epsilon = 1, delta = 1e-05, R = 10";
  CHECK(contains(line_after(text, head, "grows"), " 250 "));
  CHECK(contains(line_after(text, head, "worse"), "at or before 10"));
  CHECK(contains(line_after(text, head, "better"), "none up to 1000"));
}

TEST_CASE("measured crossings of different problems stay apart") {
  std::vector<StoredRun> runs;
  add_pair(runs, 1000, 50);
  add_pair(runs, 2000, 500);
  const std::size_t before = runs.size();
  add_pair(runs, 2000, 20);
  for (std::size_t i = before; i < runs.size(); ++i) runs[i].parameters["data.radius"] = 1.0;
  const std::string text = crossings_text(runs, full_catalog(), flat, grows);
  const auto line = [&](const char* head) { return line_after(text, head, "grows"); };
  CHECK(contains(line("n = 1000, epsilon = 1, delta = 1e-05, R = 10"), " 50 "));
  CHECK(contains(line("n = 2000, epsilon = 1, delta = 1e-05, R = 10"), " 500 "));
  CHECK(contains(line("n = 2000, epsilon = 1, delta = 1e-05, R = 1\n"), " 20 "));
}

TEST_CASE("measured crossings of one method at two settings stay apart") {
  std::vector<StoredRun> runs;
  add_pair(runs, 2000, 500);
  const std::size_t before = runs.size();
  add_pair(runs, 2000, 50);
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (runs[i].label == "grows") runs[i].parameters["algorithm.eta0"] = i < before ? 1.0 : 32.0;
  const std::string text = crossings_text(runs, full_catalog(), flat, grows);
  CHECK(contains(line_after(text, "data = spiked", "grows, eta0 = 1 "), " 500 "));
  CHECK(contains(line_after(text, "data = spiked", "grows, eta0 = 32 "), " 50 "));
}

TEST_CASE("measured crossings: a failed run takes its partner out, and the text counts them") {
  std::vector<StoredRun> runs;
  add_pair(runs, 2000, 250);
  runs.push_back(run_of("flat", 2000, 1000, 0.1));
  runs.back().repetition = 1;
  runs.push_back(run_of("grows", 2000, 1000, 1e-9));
  runs.back().repetition = 1;
  runs.back().status = Status::diverged;
  const std::string text = crossings_text(runs, full_catalog(), flat, grows);
  CHECK(contains(line_after(text, "data = spiked", "grows"), " 250 "));
  CHECK(contains(text, "left out: 1 pairs"));
}

TEST_CASE("measured crossings stand beside the bounds of the plans, and beside the tuned ones") {
  std::vector<StoredRun> runs;
  add_pair(runs, 2000, 250);
  for (StoredRun& run : runs) {
    if (run.label == "flat") run.bounds = {{"ma2022-single-pass", 3.0}};
    if (run.label == "grows") run.bounds = {{"pnsgd-last-iterate", 3 * std::sqrt(run.d / 70)}};
  }
  const std::string line =
      line_after(crossings_text(runs, full_catalog(), flat, grows), "data = spiked", "grows");
  const std::size_t measured = line.find(" 250 "), plans = line.find(" 70 "),
                    tuned = line.find(" 94 ");
  REQUIRE(tuned != std::string::npos);
  CHECK(measured < plans);
  CHECK(plans < tuned);
  CHECK(contains(line, "ma2022-single-pass | pnsgd-last-iterate"));
}

}  // namespace dpsco
