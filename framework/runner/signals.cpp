#include "framework/runner/signals.hpp"

#include <csignal>
#include <ctime>
#include <unistd.h>

namespace dpsco {

namespace {

constexpr int interrupted_exit_code = 130;

sigset_t stop_signals() {
  sigset_t set{};
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

void block_stop_signals() {
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

SignalThread::SignalThread(StopControl& stop)
    : thread_([&stop](const std::stop_token& done) {
        const sigset_t set = stop_signals();
        // Short naps, since nothing but a signal would wake the thread to see that it is done.
        const timespec nap{.tv_sec = 0, .tv_nsec = 50'000'000};
        while (!done.stop_requested()) {
          if (sigtimedwait(&set, nullptr, &nap) > 0 && stop.request() >= 3)
            ::_exit(interrupted_exit_code);
        }
      }) {}

}  // namespace dpsco
