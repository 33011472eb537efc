#include "framework/runner/signals.hpp"

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

namespace dpsco {

TEST_CASE("stop: requests are counted, and the third one flushes once") {
  int flushes = 0;
  StopControl stop([&] { ++flushes; });
  CHECK_FALSE(stop.draining());
  CHECK(stop.request() == 1);
  CHECK(stop.draining());
  CHECK_FALSE(stop.interrupting());
  CHECK(stop.request() == 2);
  CHECK(stop.interrupting());
  CHECK(flushes == 0);
  CHECK(stop.request() == 3);
  CHECK(stop.request() == 4);
  CHECK(flushes == 1);
}

namespace {

/// Reports on the pipe what it sees: 'r' ready, 'd' draining, 'i' interrupting, 'f' flushed.
[[noreturn]] void child(int pipe) {
  const auto say = [pipe](char letter) {
    if (::write(pipe, &letter, 1) != 1) ::_exit(3);
  };
  block_stop_signals();
  StopControl stop([&] { say('f'); });
  const SignalThread thread(stop);
  say('r');
  const auto wait = [](auto condition) {
    while (!condition()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  wait([&] { return stop.draining(); });
  say('d');
  wait([&] { return stop.interrupting(); });
  say('i');
  std::this_thread::sleep_for(std::chrono::seconds(30));
  ::_exit(4);
}

}  // namespace

TEST_CASE("signals: INT and TERM drain, interrupt, then flush and leave with 130") {
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  const pid_t process = ::fork();
  REQUIRE(process >= 0);
  if (process == 0) child(ends[1]);
  ::close(ends[1]);
  const auto hear = [&] {
    char letter = 0;
    return ::read(ends[0], &letter, 1) == 1 ? letter : '-';
  };
  CHECK(hear() == 'r');
  ::kill(process, SIGINT);
  CHECK(hear() == 'd');
  ::kill(process, SIGTERM);
  CHECK(hear() == 'i');
  ::kill(process, SIGINT);
  CHECK(hear() == 'f');
  int status = 0;
  REQUIRE(::waitpid(process, &status, 0) == process);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  ::close(ends[0]);
}

}  // namespace dpsco
