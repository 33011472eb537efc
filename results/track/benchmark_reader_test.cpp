#include "results/track/benchmark_reader.hpp"

#include <doctest/doctest.h>

#include "framework/core/check.hpp"
#include "framework/testing/near.hpp"

namespace dpsco {

namespace {

/// As Google Benchmark 1.7.1 writes it: a debug library whatever was built, bare NaN and Infinity.
const char* const faulty = R"({
  "context": {
    "date": "2026-01-31T12:00:00+00:00",
    "executable": "build/release/suites/kernels",
    "num_cpus": 2,
    "caches": [ { "type": "Data", "level": 1 } ],
    "load_avg": [10.1,NaN],
    "library_build_type": "debug",
    "dpsco_build_type": "Release"
  },
  "benchmarks": [
    {
      "name": "normals/123",
      "run_name": "normals/123",
      "run_type": "iteration",
      "repetitions": 1,
      "real_time": 2.5000000000000000e+02,
      "cpu_time": 2.0000000000000000e+02,
      "time_unit": "ns",
      "rate": Infinity,
      "odd": NaN,
      "text": "NaN { \" } ]"
    },
    {
      "name": "broken",
      "run_name": "broken",
      "run_type": "iteration",
      "error_occurred": true,
      "error_message": "values differ",
      "real_time": 0, "cpu_time": 0, "time_unit": "ns"
    },
    {
      "name": "pld", "run_name": "pld", "run_type": "iteration", "repetitions": 3,
      "real_time": 5, "cpu_time": 3, "time_unit": "ms"
    },
    {
      "name": "pld", "run_name": "pld", "run_type": "iteration", "repetitions": 3,
      "real_time": 6, "cpu_time": 4, "time_unit": "ms"
    },
    {
      "name": "pld", "run_name": "pld", "run_type": "iteration", "repetitions": 3,
      "real_time": 70, "cpu_time": 50, "time_unit": "ms"
    },
    {
      "name": "pld_mean", "run_name": "pld", "run_type": "aggregate", "repetitions": 3,
      "aggregate_name": "mean", "real_time": 27, "cpu_time": 19, "time_unit": "ms"
    },
    {
      "name": "alone_median", "run_name": "alone", "run_type": "aggregate", "repetitions": 5,
      "aggregate_name": "median", "real_time": 8, "cpu_time": 7, "time_unit": "us"
    },
    {
      "name": "divided", "run_name": "divided", "run_type": "iteration",
      "real_time": NaN, "cpu_time": -Infinity, "time_unit": "ns"
    }
  ]
}
)";

}  // namespace

TEST_CASE("benchmark reader: NaN, Infinity and the debug library do not stop it") {
  const BenchmarkFile file = parse_benchmarks(faulty);
  CHECK(file.complete);
  CHECK(file.context.at("dpsco_build_type") == "Release");
  CHECK(file.context.at("library_build_type") == "debug");
  REQUIRE(file.kernels.size() == 3);
  CHECK(file.kernels[0].name == "normals/123");
  CHECK(near(file.kernels[0].cpu, 2e-7, 1e-15));
  CHECK(near(file.kernels[0].real, 2.5e-7, 1e-15));
  CHECK(file.kernels[1].name == "pld");
  CHECK(near(file.kernels[1].cpu, 4e-3, 1e-15));  // the median of three, not the mean
  CHECK(file.kernels[1].repetitions == 3);
  CHECK(file.kernels[2].name == "alone");
  CHECK(near(file.kernels[2].cpu, 7e-6, 1e-15));
  CHECK(file.errors.at("broken") == "values differ");
  CHECK(file.errors.at("divided") == "its time is not a number");
}

TEST_CASE(
    "benchmark reader: cut off at any byte it reads what is whole, or says what it expected") {
  const std::string whole = faulty;
  std::size_t kernels = 0;
  for (std::size_t size = 0; size < whole.size() - 3; ++size) {
    try {
      const BenchmarkFile file = parse_benchmarks(whole.substr(0, size));
      CHECK(file.kernels.size() >= kernels);  // more bytes, not fewer kernels
      CHECK(!file.complete);
      kernels = file.kernels.size();
    } catch (const ConfigError& error) {
      CHECK(size < whole.find("\"context\"") + 9);
    }
  }
  CHECK(kernels == 3);
}

TEST_CASE("benchmark reader: another file is refused") {
  CHECK_THROWS_WITH_AS(
      parse_benchmarks("{}"), doctest::Contains("--benchmark_out_format=json"), ConfigError);
  CHECK_THROWS_WITH_AS(read_benchmarks("/no/such/file"), "can't open /no/such/file", ConfigError);
}

}  // namespace dpsco
