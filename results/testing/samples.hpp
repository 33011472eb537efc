// What the tests of this folder share: a record with every field set, and a folder that cleans up.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX, not C++
#include <string>

#include "framework/record.hpp"

namespace dpsco {

/// A record like those of the dimension suite.
inline Record sample_record(const std::string& key) {
  Record record;
  Cell& cell = record.cell;
  cell.data = {"spiked", {{"d", std::int64_t{1000}}, {"n", std::int64_t{2000}}, {"R", 10.0}}};
  cell.loss = {"logistic", {{"lambda", 0.0}}};
  cell.algorithm = {"single-pass-dp-sgd", {{"calibration", std::string("gdp")}, {"eta0", 10.0}}};
  cell.target = {1, 1e-5, Adjacency::replace_one};
  cell.calibrate = "iteration";
  cell.metrics = {"excess_population_risk", "test_accuracy"};
  cell.repetition = 3;
  cell.seed = 18446744073709551615U;
  cell.key = key;
  cell.problem_key = "p-" + key;
  cell.label = "single-pass";
  record.status = Status::ok;
  record.n = 2000;
  record.d = 1000;
  record.radius_mark = "oracle";
  record.schedule = {{"T", 1117}, {"beta0", 0.0123456789}, {"eta", 0.1}};
  record.ledger =
      R"({"adjacency":"replace_one","events":[{"event":"gaussian","noise_multiplier":1.5}]})";
  record.accounts = {{"gdp", Price{.epsilon = 0.97, .direction = Direction::exact}},
                     {"paper", Skip{.reason = "knows iterations only"}},
                     {"rdp", Price{.epsilon = 1.25, .epsilon_lower = 0.5, .note = "order 14"}}};
  record.bounds = {{"ma2022", 0.5}, {"other", Skip{.reason = "needs strong convexity"}}};
  record.bound_versions = {{"ma2022", 2}, {"other", 1}};
  record.metrics = {{"excess_population_risk", 0.14062500001},
                    {"test_accuracy", Skip{.reason = "no test set"}}};
  record.optimum_gap = 1e-11;
  record.gradients = 1999;
  record.timing = {.wall = 0.0125, .cpu = 0.0119, .wait = 0.0005, .voluntary_switches = 2};
  using namespace std::chrono_literals;
  record.started = std::chrono::system_clock::time_point{} + 1000000000s + 250ms;
  record.finished = *record.started + 15ms;
  record.digest = "d-" + key;
  return record;
}

/// A folder of its own that is gone at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "dpsco-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no scratch folder");
    path_ = pattern;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ScratchFolder(ScratchFolder&&) = delete;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_text(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace dpsco
