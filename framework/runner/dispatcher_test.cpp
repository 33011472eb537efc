#include "framework/runner/dispatcher.hpp"

#include <set>

#include <doctest/doctest.h>

#include "framework/runner/testing/cells.hpp"

namespace dpsco {

namespace {

constexpr std::size_t scratch = 1'000;

/// Problems of given sizes, with cells of their own.
struct World {
  std::deque<Cell> cells{};
  std::deque<ProblemSlot> problems{};

  void add(std::size_t bytes, std::size_t count) {
    ProblemSlot& slot = problems.emplace_back();
    slot.data_bytes = bytes;
    slot.run_bytes = scratch;
    for (std::size_t i = 0; i < count; ++i) {
      slot.waiting.push_back(&cells.emplace_back());
      slot.sample = slot.waiting.front();
    }
    slot.unfinished = count;
  }
};

/// Plays the graph: holds what was started and ends it in an order of the test's choice.
struct Player {
  Player(World& world, Dispatcher::Limits limits) : dispatcher(std::move(world.problems), limits) {}

  void start() {
    dispatcher.start([this](ProblemSlot* problem) { building.push_back(problem); },
                     [this](Job* job) { running.push_back(job); });
  }
  void end_build(std::size_t i, const std::string& failure = "") {
    ProblemSlot* problem = building.at(i);
    building.erase(building.begin() + std::ptrdiff_t(i));
    problem->preparation = {};
    if (failure.empty()) {
      auto prepared = std::make_shared<PreparedProblem>();
      prepared->truth.population =
          std::make_shared<testing::ToyPopulation>(1, std::int64_t(problem->data_bytes));
      problem->preparation.prepared = std::move(prepared);
    } else {
      problem->preparation.failure = failure;
    }
    dispatcher.built(*problem);
    start();
  }
  /// `count` of its cells were run, the rest was not started.
  void end_job(std::size_t i, std::size_t count, bool oom = false) {
    Job* job = running.at(i);
    running.erase(running.begin() + std::ptrdiff_t(i));
    job->records.resize(count);
    job->seconds = 1e-5 * double(count);
    for (std::size_t k = 0; k < count; ++k) {
      if (oom && !job->alone) {
        job->oom.push_back(job->cells[k]);
      } else {
        CHECK(finished.insert(job->cells[k]).second);
      }
    }
    dispatcher.done(*job);
    start();
  }

  Dispatcher dispatcher;
  std::vector<ProblemSlot*> building{};
  std::vector<Job*> running{};
  std::set<const Cell*> finished{};
};

}  // namespace

TEST_CASE("dispatcher: whatever ends first, all cells run once, within budget and cap") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    Stream random({seed, 7});
    World world;
    for (std::uint64_t p = 0, count = 1 + random.below(8); p < count; ++p)
      world.add(random.below(10) * 10'000, 1 + random.below(40));
    const std::size_t total = world.cells.size();
    const int threads = 1 + int(random.below(4));
    const std::size_t memory = 65'000;
    Player player(world, {.threads = threads, .memory_bytes = memory});
    player.start();
    for (int step = 0; !player.building.empty() || !player.running.empty(); ++step) {
      REQUIRE(step < 10'000);
      CHECK(player.running.size() <= 2 * std::size_t(threads));
      CHECK(player.building.size() <= std::size_t(threads));
      std::set<const ProblemSlot*> open(player.building.begin(), player.building.end());
      std::size_t bytes = 0;
      for (const Job* job : player.running) {
        open.insert(job->problem);
        bytes += scratch;
      }
      for (const ProblemSlot* problem : open) bytes += problem->data_bytes;
      // Too big for the budget: then it is the only thing that goes on.
      if (bytes > memory) CHECK(player.building.size() + player.running.size() == 1);

      const std::size_t pick = random.below(player.building.size() + player.running.size());
      if (pick < player.building.size()) {
        player.end_build(pick, random.below(8) == 0 ? "oom" : "");
      } else {
        const std::size_t i = pick - player.building.size();
        const std::size_t started = 1 + random.below(player.running[i]->cells.size());
        player.end_job(i, started, random.below(10) == 0);
      }
    }
    CHECK(player.finished.size() == total);
    CHECK(player.dispatcher.not_started() == 0);
  }
}

TEST_CASE("dispatcher: a halt counts what was not started, returned cells included") {
  World world;
  world.add(10, 20);
  world.add(10, 5);
  Player player(world, {.threads = 2});
  player.start();
  player.end_build(0);
  REQUIRE(player.running.size() == 4);
  player.end_job(0, 1);
  player.dispatcher.halt();
  while (!player.running.empty()) player.end_job(0, 0);
  while (!player.building.empty()) player.end_build(0);
  CHECK(player.finished.size() == 1);
  CHECK(player.dispatcher.not_started() == 24);
}

TEST_CASE("dispatcher: the next problem is built while the last cells of this one run") {
  World world;
  world.add(10, 3);
  world.add(10, 3);
  world.add(10, 3);
  Player player(world, {.threads = 2});
  player.start();
  CHECK(player.building.size() == 2);  // nothing else to do for two threads
  player.end_build(0);
  CHECK(player.running.size() == 3);
  player.end_build(0);
  CHECK(player.running.size() == 4);
}

TEST_CASE("dispatcher: small runs travel together, and every thread still gets some") {
  World world;
  world.add(10, 1'000);
  Player player(world, {.threads = 2});
  player.start();
  player.end_build(0);
  CHECK(player.running.front()->cells.size() == 1);  // nothing known about their cost yet
  for (int i = 0; i < 50; ++i) player.end_job(0, player.running.front()->cells.size());
  const std::size_t batch = player.running.back()->cells.size();
  CHECK(batch > 10);  // 10 us each, about 200 us a job
  CHECK(batch <= 64);
  while (!player.running.empty()) player.end_job(0, player.running.front()->cells.size());
  CHECK(player.finished.size() == 1'000);
}

TEST_CASE("dispatcher: a second try is alone") {
  World world;
  world.add(10, 10);
  Player player(world, {.threads = 2});
  player.start();
  player.end_build(0);
  player.end_job(1, 1, true);
  CHECK(player.running.size() == 3);  // nothing new beside what runs
  player.end_job(0, 1);
  player.end_job(0, 1);
  player.end_job(0, 1);
  REQUIRE(player.running.size() == 1);
  CHECK(player.running.front()->alone);
  player.end_job(0, 1);
  CHECK(player.running.size() > 1);
}

}  // namespace dpsco
