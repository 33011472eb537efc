#include "framework/runner/gauges.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>
#include <fcntl.h>
#include <sched.h>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace dpsco {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

/// A small file of /proc, opened once: reading it again costs one system call.
class ProcFile {
 public:
  explicit ProcFile(const char* path) : descriptor_(::open(path, O_RDONLY | O_CLOEXEC)) {}
  ~ProcFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  ProcFile(const ProcFile&) = delete;
  ProcFile& operator=(const ProcFile&) = delete;
  ProcFile(ProcFile&&) = delete;
  ProcFile& operator=(ProcFile&&) = delete;

  /// Empty where there is no such file.
  std::string_view read() {
    if (descriptor_ < 0) return {};
    const ssize_t size = ::pread(descriptor_, text_.data(), text_.size(), 0);
    return {text_.data(), std::size_t(std::max<ssize_t>(size, 0))};
  }

 private:
  int descriptor_;
  std::array<char, 256> text_{};
};

template <class Number>
std::optional<Number> number_after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + mark.size());
  Number value{};
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
    return std::nullopt;
  return value;
}

}  // namespace

ThreadCounters thread_counters() {
  // /proc/thread-self is the thread that opens it, so each thread keeps its own.
  thread_local ProcFile schedstat("/proc/thread-self/schedstat");
  ThreadCounters counters;
  timespec cpu{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
  counters.cpu = double(cpu.tv_sec) + 1e-9 * double(cpu.tv_nsec);
  // "<on cpu ns> <runnable ns> <time slices>"
  if (const auto wait = number_after<std::int64_t>(schedstat.read(), " "))
    counters.wait = 1e-9 * double(*wait);
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  counters.voluntary_switches = usage.ru_nvcsw;
  counters.involuntary_switches = usage.ru_nivcsw;
  return counters;
}

std::optional<double> cpu_pressure() {
  thread_local ProcFile file("/proc/pressure/cpu");
  thread_local Clock::time_point next{};
  thread_local std::optional<double> latest;
  const Clock::time_point now = Clock::now();
  if (now >= next) {
    latest = number_after<double>(file.read(), "some avg10=");
    next = now + std::chrono::milliseconds(100);
  }
  return latest;
}

std::string_view quality_of(const Timing& timing) {
  const bool waited = timing.wait && !(*timing.wait <= 0.02 * timing.wall);
  const bool switched = !(double(timing.involuntary_switches) <= timing.wall / 0.1);
  const bool pressed = timing.pressure && !(*timing.pressure < 5);
  if (waited || switched || pressed) return "contaminated";
  return timing.wait && timing.pressure ? "clean" : "unknown";
}

Stopwatch::Stopwatch()
    : pressure_(cpu_pressure()), counters_(thread_counters()), start_(Clock::now()) {}

double Stopwatch::elapsed() const {
  return seconds(Clock::now() - start_);
}

Timing Stopwatch::stop(bool isolated) const {
  Timing timing{.isolated = isolated, .wall = elapsed()};
  const ThreadCounters now = thread_counters();
  timing.cpu = now.cpu - counters_.cpu;
  if (now.wait && counters_.wait) timing.wait = *now.wait - *counters_.wait;
  timing.voluntary_switches = now.voluntary_switches - counters_.voluntary_switches;
  timing.involuntary_switches = now.involuntary_switches - counters_.involuntary_switches;
  timing.pressure = cpu_pressure();
  if (pressure_ && timing.pressure) timing.pressure = std::max(*pressure_, *timing.pressure);
  timing.quality = quality_of(timing);
  return timing;
}

struct PinnedThread::Mask {
  cpu_set_t cpus{};
};

PinnedThread::PinnedThread() {
  auto before = std::make_unique<Mask>();
  if (::sched_getaffinity(0, sizeof before->cpus, &before->cpus) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(::sched_getcpu(), &one);
  if (::sched_setaffinity(0, sizeof one, &one) == 0) before_ = std::move(before);
}

PinnedThread::~PinnedThread() {
  if (before_) ::sched_setaffinity(0, sizeof before_->cpus, &before_->cpus);
}

}  // namespace dpsco
