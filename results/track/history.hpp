#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "results/track/baseline.hpp"
#include "results/track/change_points.hpp"
#include "results/track/track_report.hpp"

struct sqlite3;

namespace dpsco {

/// One number of one build.
struct HistoryValue {
  std::string series{};  ///< "counted/normals/4096", "pnsgd d=10: epsilon/gdp"
  std::string unit{};
  double value = 0;
};

struct HistoryPoint {
  std::string recorded{}, commit{};
  double value = 0;
};

struct HistorySeries {
  std::string machine{}, series{}, unit{};
  std::vector<HistoryPoint> points{};  ///< in the order of recording
};

/// An SQLite file of numbers over builds: table `history` (docs/tracking.md).
class History {
 public:
  /// Opens or makes the file. Throws ConfigError if that can't be done or it is another database.
  explicit History(const std::filesystem::path& file);

  /// Appends in one transaction. Values that are not finite are left out: no series can use them.
  void append(std::string_view machine,
              std::string_view recorded,
              std::string_view commit,
              const std::vector<HistoryValue>& values);
  /// All series whose name contains `only`, by machine and name.
  std::vector<HistorySeries> series(std::string_view only) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// What must not change at a reboot or with the build: 16 hex digits over `machine` of
/// environment().
std::string machine_key(const nlohmann::json& environment);

/// Appends the setting's median of every metric and its largest epsilon by every accountant.
void append_values(const BaselineSetting& setting, std::vector<HistoryValue>& values);

/// One case a machine and series of at least options.least points. The newest change point decides:
/// up is a regression (for *accuracy: down; for an epsilon: either way), unless eight builds have
/// passed since, which somebody must have seen.
void track_history(const History& history,
                   std::string_view only,
                   const ChangePointOptions& options,
                   TrackReport& report);

}  // namespace dpsco
