#include "results/journal/journal_writer.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <stop_token>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/core/hashing.hpp"
#include "results/environment/build_info.hpp"
#include "results/environment/environment.hpp"
#include "results/journal/json_line.hpp"
#include "results/journal/run_line.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

std::string reason(int error) {
  return std::error_code(error, std::generic_category()).message();
}

/// Writes all of `bytes`, again after signals and short writes. 0, or errno.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) bytes.remove_prefix(std::size_t(written));
  }
  return 0;
}

/// A created file survives a power cut only once its directory is on the disk.
void sync_directory(const fs::path& directory) {
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

}  // namespace

JournalWriter::JournalWriter(const fs::path& out, std::string suite) : suite_(std::move(suite)) {
  const fs::path directory = out / "runs";
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    throw JournalError(fmt::format("can't create {}: {}; nothing was run, choose another --out",
                                   directory.string(),
                                   error.message()));
  do {
    file_ =
        directory / journal_file_name();  // a taken name is left alone: the clock gives another one
    fd_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  } while (fd_ < 0 && (errno == EEXIST || errno == EINTR));
  if (fd_ < 0)
    throw JournalError(fmt::format("can't create {}: {}; nothing was run, choose another --out",
                                   file_.string(),
                                   reason(errno)));
  sync_directory(directory);
  try {
    write_head();
  } catch (...) {
    ::close(fd_);
    throw;
  }
  syncer_ = std::jthread([this](const std::stop_token& stopped) { sync_each_second(stopped); });
}

JournalWriter::~JournalWriter() {
  syncer_ = {};  // stops and joins
  if (unsynced_) sync();
  ::close(fd_);
}

void JournalWriter::write_head() {
  const nlohmann::json env = environment();
  const std::string env_key = environment_key(env);
  std::string text;
  JsonLine header(text);
  header.text("kind", "header");
  header.whole("schema", journal_schema);
  header.text("suite", suite_);
  header.text("build", build_id());
  header.text("env_key", env_key);
  header.text("started", utc_text(std::chrono::system_clock::now()));
  header.finish();
  write_line(text);

  text.clear();
  JsonLine line(text);
  line.text("kind", "env");
  line.text("env_key", env_key);
  for (const auto& [name, value] : env.items()) line.raw(name, value.dump());
  line.finish();
  write_line(text);
}

void JournalWriter::write(const Record& record) {
  std::string hash;
  if (!record.ledger.empty()) {
    hash = sha256_hex(record.ledger);
    if (!ledgers_.contains(hash)) {
      line_.clear();
      JsonLine ledger(line_);
      ledger.text("kind", "ledger");
      ledger.text("hash", hash);
      ledger.raw("ledger", record.ledger);
      ledger.finish();
      write_line(line_);
      ledgers_.insert(hash);
    }
  }
  line_.clear();
  append_run_line(line_, record, suite_, hash);
  write_line(line_);
  ++runs_;
  ++statuses_[name(record.status)];
  if (!record.trajectory.empty()) write_trajectory(record);
}

void JournalWriter::write_trajectory(const Record& record) {
  const fs::path file = file_.parent_path().parent_path() / "trajectories" / file_.filename();
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  line_.clear();
  append_trajectory_line(line_, record);
  std::ofstream out(file, std::ios::app);
  out << line_;
  out.close();
  if (!out)
    throw JournalError(fmt::format(
        "can't write {}; the results themselves are safe in {}", file.string(), file_.string()));
}

void JournalWriter::write(const AccountRecord& account) {
  line_.clear();
  append_account_line(line_, account);
  write_line(line_);
  ++accounts_;
}

void JournalWriter::close() {
  line_.clear();
  JsonLine footer(line_);
  footer.text("kind", "footer");
  footer.whole("runs", runs_);
  footer.whole("ledgers", std::int64_t(ledgers_.size()));
  if (accounts_ > 0) footer.whole("accounts", accounts_);
  footer.open("statuses");
  for (const auto& [status, count] : statuses_) footer.whole(status, count);
  footer.close();
  footer.text("finished", utc_text(std::chrono::system_clock::now()));
  footer.finish();
  write_line(line_);
  if (!sync()) fail_sync(sync_error_);
}

void JournalWriter::write_line(std::string_view line) {
  if (const int error = sync_error_; error != 0) fail_sync(error);
  struct stat before {};
  const bool sized = ::fstat(fd_, &before) == 0;
  int error = 0;
  if (torn_) {
    error = write_all(fd_, "\n");
    torn_ = error != 0;
  }
  if (error == 0) {
    error = write_all(fd_, line);
    // Only this process writes the file, so cutting it back removes its own half line.
    if (error != 0) torn_ = !sized || ::ftruncate(fd_, before.st_size) != 0;
  }
  if (error != 0) fail_write(error);
  unsynced_ = true;
}

void JournalWriter::fail_write(int error) const {
  throw JournalError(
      fmt::format("can't write {}: {}; the {} results before this one are safe in it, this one is "
                  "lost: make room and start again, finished runs are skipped",
                  file_.string(),
                  reason(error),
                  runs_));
}

void JournalWriter::fail_sync(int error) const {
  throw JournalError(fmt::format(
      "can't sync {} to the disk: {}; {} results are in it, but the last seconds may not survive a "
      "power cut: check the disk and start again",
      file_.string(),
      reason(error),
      runs_));
}

bool JournalWriter::sync() noexcept {
  unsynced_ = false;  // before the call: a line written during it is unsynced
  if (::fdatasync(fd_) == 0) return true;
  sync_error_ = errno;
  return false;
}

void JournalWriter::sync_each_second(const std::stop_token& stopped) {
  std::unique_lock lock(mutex_);
  while (!stopped.stop_requested()) {
    wake_.wait_for(lock, stopped, std::chrono::seconds(1), [] { return false; });
    if (unsynced_) sync();
  }
}

std::string journal_file_name() {
  std::string name = utc_text(std::chrono::system_clock::now());
  std::erase_if(name, [](char c) { return c == '-' || c == ':'; });
  return fmt::format("{}-{}.jsonl", name, getpid());
}

bool heal(const fs::path& file) {
  const auto refuse = [&](int error) {
    throw JournalError(fmt::format("can't repair {}: {}", file.string(), reason(error)));
  };
  const int fd = ::open(file.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (fd < 0) refuse(errno);
  char last = '\n';
  const off_t end = ::lseek(fd, 0, SEEK_END);
  const bool read = end == 0 || (end > 0 && ::pread(fd, &last, 1, end - 1) == 1);
  const bool torn = read && last != '\n';
  const int error = !read ? errno : (torn ? write_all(fd, "\n") : 0);
  ::close(fd);
  if (error != 0) refuse(error);
  return torn;
}

}  // namespace dpsco
