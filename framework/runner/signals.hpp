#pragma once

#include <thread>

#include "framework/runner/stop.hpp"

namespace dpsco {

/// Blocks SIGINT and SIGTERM in the calling thread and in all that it will start. Call first thing
/// in main: a worker thread that was started earlier would take the signal and die of it.
void block_stop_signals();

/// One thread that turns SIGINT and SIGTERM into stop requests. The third ends the process with
/// 130, after the control's flush. pre: block_stop_signals() was called before any other thread
/// started.
class SignalThread {
 public:
  explicit SignalThread(StopControl& stop);

 private:
  std::jthread thread_;
};

}  // namespace dpsco
