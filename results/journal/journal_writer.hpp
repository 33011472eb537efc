#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>

#include "framework/contracts.hpp"
#include "framework/record.hpp"
#include "results/journal/account_line.hpp"

namespace dpsco {

/// The journal could not be written: a sentence with the file, the system's reason and what is
/// safe.
struct JournalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes one JSON Lines file of one process (docs/results.md). A line is one write(2), so whatever
/// kills the process tears at most the last line, and a second thread calls fdatasync at most once
/// a second, so that a power cut costs about a second of results.
class JournalWriter final : public Sink {
 public:
  /// Creates OUT/runs/UTC-PID.jsonl, which no other process has, and writes header and environment.
  /// `suite` names the grid. Throws JournalError if the file can't be created or written.
  JournalWriter(const std::filesystem::path& out, std::string suite);
  /// Syncs what was written. Without close() the file has no footer: the run was interrupted.
  ~JournalWriter() override;

  /// Appends the record, and its ledger the first time it is seen. Throws JournalError on a full
  /// disk and the like; a line that went half-way is cut off again, earlier ones are untouched.
  void write(const Record& record) override;
  /// Appends what an accountant says of a ledger that the folder's journals hold. Throws as above.
  void write(const AccountRecord& account);
  /// Writes the footer and syncs; call it when every planned cell has been dealt with. Throws
  /// JournalError. No write after it.
  void close();
  /// fdatasync now; false on failure. From any thread while the writer exists.
  bool sync() noexcept;

  const std::filesystem::path& file() const { return file_; }

 private:
  void write_line(std::string_view line);
  void write_head();
  /// To OUT/trajectories/, a file of the same name: large and rarely read, so not in the journal.
  void write_trajectory(const Record& record);
  [[noreturn]] void fail_write(int error) const;
  [[noreturn]] void fail_sync(int error) const;
  void sync_each_second(const std::stop_token& stopped);

  std::filesystem::path file_;
  std::string suite_;
  int fd_ = -1;
  std::string line_{};                         ///< kept for its capacity
  std::unordered_set<std::string> ledgers_{};  ///< hashes written
  std::map<std::string_view, std::int64_t> statuses_{};
  std::int64_t runs_ = 0, accounts_ = 0;
  bool torn_ = false;  ///< a half line could not be cut off: the next line starts with a newline
  std::atomic<bool> unsynced_ = false;
  std::atomic<int> sync_error_ = 0;
  std::mutex mutex_{};
  std::condition_variable_any wake_{};
  std::jthread syncer_{};  ///< last: it uses all of the above
};

/// "20260131T123456.789012Z-4711.jsonl": time and process; it sorts by time and says nothing about
/// the machine.
std::string journal_file_name();

/// Makes a file safe to append to: if its last byte is not a newline (a process died in the middle
/// of a line), adds one, so that the torn line stays alone. True if it did. Throws JournalError if
/// the file can't be opened or written.
bool heal(const std::filesystem::path& file);

}  // namespace dpsco
