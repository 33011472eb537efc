#include <filesystem>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

#include "results/journal/journal_reader.hpp"
#include "results/journal/journal_writer.hpp"
#include "results/journal/run_line.hpp"
#include "results/testing/samples.hpp"

namespace dpsco {

namespace {

/// Text of one record, without the write.
void format_run(benchmark::State& state) {
  const Record record = sample_record(std::string(64, 'a'));
  std::string line;
  while (state.KeepRunning()) {
    line.clear();
    append_run_line(line, record, "dimension", std::string_view());
    benchmark::DoNotOptimize(line.data());
  }
  state.counters["bytes"] = double(line.size());
}
BENCHMARK(format_run)->Name("journal/format");

/// One record to the file: hash of its ledger, text, write(2), with the syncing thread beside it.
void write_run(benchmark::State& state) {
  const ScratchFolder out;
  JournalWriter writer(out.path(), "dimension");
  const Record record = sample_record(std::string(64, 'a'));
  std::int64_t runs = 0;
  while (state.KeepRunning()) {
    writer.write(record);
    ++runs;
  }
  const auto size = std::filesystem::file_size(writer.file());
  if (std::int64_t(size) < runs * 1000) state.SkipWithError("lines are missing in the file");
}
BENCHMARK(write_run)->Name("journal/write");

void read_runs(benchmark::State& state) {
  const ScratchFolder out;
  {
    JournalWriter writer(out.path(), "dimension");
    for (std::int64_t i = 0; i < state.range(0); ++i)
      writer.write(sample_record(std::string(58, 'a') + std::to_string(100000 + i)));
    writer.close();
  }
  while (state.KeepRunning()) {
    const Journal journal = read_journal(out.path());
    if (std::int64_t(journal.runs.size()) != state.range(0)) {
      state.SkipWithError("runs are missing");
      break;
    }
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(read_runs)->Name("journal/read")->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace dpsco
