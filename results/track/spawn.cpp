#include "results/track/spawn.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() { reset(-1); }
  void reset(int fd) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read{}, write{};
  Pipe() {
    std::array<int, 2> ends{};
    require(pipe2(ends.data(), O_CLOEXEC) == 0, "can't make a pipe: {}", std::strerror(errno));
    read.reset(ends[0]);
    write.reset(ends[1]);
  }
};

struct Actions {
  posix_spawn_file_actions_t held{};
  Actions() { posix_spawn_file_actions_init(&held); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  Actions(Actions&&) = delete;
  Actions& operator=(Actions&&) = delete;
  ~Actions() { posix_spawn_file_actions_destroy(&held); }
};

/// Signals that this process blocks (Ctrl-C goes to a thread of its own) must reach the child.
struct Attributes {
  posix_spawnattr_t held{};
  Attributes() {
    posix_spawnattr_init(&held);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&held, &none);
    posix_spawnattr_setflags(&held, POSIX_SPAWN_SETSIGMASK);
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  Attributes(Attributes&&) = delete;
  Attributes& operator=(Attributes&&) = delete;
  ~Attributes() { posix_spawnattr_destroy(&held); }
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  all.reserve(words.size() + 1);
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

/// Reads both pipes until both are closed, whichever has something.
void drain(const Pipe& out, const Pipe& error, Finished& finished) {
  std::array<pollfd, 2> waiting{{{out.read.get(), POLLIN, 0}, {error.read.get(), POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&finished.out, &finished.error};
  std::array<char, 4096> buffer{};
  for (int open = 2; open > 0;) {
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      const auto got = read(waiting[i].fd, buffer.data(), buffer.size());
      if (got > 0) {
        texts[i]->append(buffer.data(), std::size_t(got));
      } else if (got == 0 || errno != EINTR) {
        waiting[i].fd = -1;
        --open;
      }
    }
  }
}

}  // namespace

Finished spawned(const std::vector<std::string>& words,
                 const std::vector<std::string>& environment) {
  std::vector<std::string> arguments = words, variables = environment;
  const std::vector<char*> argv = pointers(arguments), envp = pointers(variables);
  Pipe out, error;
  Actions actions;
  posix_spawn_file_actions_addopen(&actions.held, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions.held, out.write.get(), 1);
  posix_spawn_file_actions_adddup2(&actions.held, error.write.get(), 2);
  const Attributes attributes;
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, argv[0], &actions.held, &attributes.held, argv.data(), envp.data());
  require(failed == 0, "can't run {}: {}", words.front(), std::strerror(failed));
  out.write.reset(-1);
  error.write.reset(-1);
  Finished finished;
  drain(out, error, finished);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

const std::vector<std::string>& clean_environment() {
  static const std::vector<std::string> environment{
      "PATH=/usr/bin:/bin",
      "LC_ALL=C",
      "GLIBC_TUNABLES=glibc.cpu.x86_non_temporal_threshold=786432:"
      "glibc.cpu.x86_rep_movsb_threshold=2048:glibc.cpu.x86_rep_stosb_threshold=2048"};
  return environment;
}

std::vector<std::string> without_aslr(std::vector<std::string> words) {
  static const bool works = [] {
    try {
      return spawned({"setarch", "-R", "true"}, clean_environment()).code == 0;
    } catch (const ConfigError&) {
      return false;  // not installed, or not allowed here: valgrind's addresses are fixed anyway
    }
  }();
  if (works) words.insert(words.begin(), {"setarch", "-R"});
  return words;
}

}  // namespace dpsco
