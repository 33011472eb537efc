#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace dpsco {

/// How often someone asked us to stop. Any thread may ask and look.
/// Once: nothing new starts, what runs is finished and written. Twice: running methods leave at
/// their next RunContext::keep_going() (status cancelled). Three times: `flush` is called, then the
/// process should end.
class StopControl {
 public:
  /// `flush` saves what the sink still holds; it runs on the thread of the third request, beside a
  /// sink that may be writing, so it may do no more than fsync.
  explicit StopControl(std::function<void()> flush = {}) : flush_(std::move(flush)) {}

  /// Returns how many requests there have been, this one included.
  int request() {
    const int count = requests_.fetch_add(1) + 1;
    if (count == 3 && flush_) flush_();
    return count;
  }
  bool draining() const { return requests_.load(std::memory_order_relaxed) >= 1; }
  bool interrupting() const { return requests_.load(std::memory_order_relaxed) >= 2; }

 private:
  std::atomic<int> requests_{0};
  std::function<void()> flush_;
};

}  // namespace dpsco
