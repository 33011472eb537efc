#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dpsco {

enum class Verdict {
  same,        ///< nothing moved
  improved,    ///< moved, to the good, by what gates nothing
  advisory,    ///< moved, without enough evidence to stop a merge
  regression,  ///< moved: fix it, or accept it with a reason
};
std::string_view name(Verdict verdict);

/// One thing that was checked.
struct TrackCase {
  std::string kind{};     ///< privacy, accuracy, counted, timed, history
  std::string subject{};  ///< "pnsgd d=10: epsilon/gdp"; unique within its kind
  Verdict verdict = Verdict::same;
  std::string what{};  ///< what moved, by how much, from what to what; a sentence
  std::optional<double> before{}, after{};
};

struct TrackReport {
  std::vector<TrackCase> cases{};
  std::vector<std::string> notes{};  ///< what was not checked, and why; how to read the rest
};

bool has_regression(const TrackReport& report);

/// `format` is text, md (for a pull request), junit (XML) or json. Throws ConfigError naming the
/// nearest.
std::string report_as(std::string_view format, const TrackReport& report);

}  // namespace dpsco
