#include "results/progress/costed.hpp"

#include <algorithm>

namespace dpsco {

CostedProgress::CostedProgress(Progress& view,
                               std::span<const Cell> left,
                               std::span<const StoredRun> before)
    : view_(view) {
  for (const StoredRun& run : before) model_.add(cost_key(run), run.cpu);
  for (const Cell& cell : left) {
    CostKey key = cost_key(cell);
    Waiting& waiting = waiting_[key.setting];
    ++waiting.count;
    waiting.key = std::move(key);
  }
}

void CostedProgress::done(const Record& record) {
  const CostKey key = cost_key(record.cell);
  model_.add(key, record.timing.cpu);
  work_done_ += record.timing.cpu;
  const auto waiting = waiting_.find(key.setting);
  if (waiting != waiting_.end() && waiting->second.count > 0) --waiting->second.count;
}

std::optional<double> CostedProgress::work_left() const {
  double left = 0;
  for (const auto& [setting, waiting] : waiting_) {
    if (waiting.count == 0) continue;
    const auto cost = model_.expected(waiting.key);
    if (!cost) return {};
    left += *cost * double(waiting.count);
  }
  return left;
}

void CostedProgress::update(const ProgressState& state) {
  constexpr double period = 0.5;  // looking at every setting is too dear for every cell
  if (state.elapsed >= next_) {
    next_ = state.elapsed + period;
    expected_.reset();
    expected_at_ = state.elapsed;
    // Elapsed time over work done holds threads, neighbours and the building of data sets.
    if (const auto left = work_left(); left && work_done_ > 0)
      expected_ = *left * state.elapsed / work_done_;
  }
  ProgressState shown = state;
  if (expected_) shown.expected = std::max(0.0, *expected_ - (state.elapsed - expected_at_));
  view_.update(shown);
}

}  // namespace dpsco
