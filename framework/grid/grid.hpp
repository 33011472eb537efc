// A grid file, read and checked for shape: which values, where they were written. Names and
// parameters are checked against the catalog by expand(). Reference: docs/grid.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/grid/place.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// The four axes' homes, in order of expansion: data outermost.
enum class Section { data, loss, privacy, algorithm };
inline constexpr std::array all_sections{
    Section::data, Section::loss, Section::privacy, Section::algorithm};
std::string_view name(Section section);

/// [run]. What is empty is for the caller to decide; only `repetitions` and `seed` change results.
struct RunSettings {
  std::int64_t repetitions = 1;
  std::uint64_t seed = 1;
  std::optional<double> timeout{};                ///< of one run [s]
  std::optional<std::int64_t> memory{};           ///< for all data in use [bytes]
  std::optional<std::int64_t> threads{};          ///< >= 1
  std::optional<std::int64_t> threads_per_run{};  ///< >= 1: what one run may use inside
  std::optional<std::int64_t> trajectory{};       ///< points of each run's trajectory to keep
};

/// A value as written, with its place.
struct GridValue {
  ParameterValue value{};
  Place at{};
};

struct GridName {
  std::string name{};
  Place at{};
};

/// One parameter of an arm with the values it takes.
struct Axis {
  std::string name{};
  std::vector<GridValue> values{};
  bool swept = false;  ///< written as an array or range, even of one value: may be zipped
  Place at{};
};

/// One table in data, loss, privacy or algorithm.
struct Arm {
  std::string name{};        ///< registry name; empty for privacy
  std::string label{};       ///< as written, else the name
  std::vector<Axis> axes{};  ///< sorted by name
  Place at{};                ///< of the name, or of the whole table
};

/// "data.n" or "algorithm.pnsgd.eta0": a parameter of all arms, or of those with that name or
/// label.
struct ParameterPath {
  Section section = Section::data;
  std::string arm{};        ///< empty: all
  std::string parameter{};  ///< empty: the arm itself (in `exclude`)
  Place at{};
};
std::string to_text(const ParameterPath& path);
/// True if the path speaks of this arm.
bool names(const ParameterPath& path, const Arm& arm);

/// One condition of an exclusion: the parameter (or the name) is one of these.
struct Condition {
  ParameterPath path{};
  std::vector<GridValue> values{};
};

/// One [[grid]]: the product of its four lists, less what is excluded.
struct GridBlock {
  std::array<std::vector<Arm>, all_sections.size()> arms{};
  std::vector<std::vector<ParameterPath>> zips{};
  std::vector<std::vector<Condition>> exclusions{};
  std::vector<GridName> metrics{}, bounds{};
  Place at{};

  const std::vector<Arm>& operator[](Section section) const {
    return arms[static_cast<std::size_t>(section)];
  }
};

struct Grid {
  std::string suite{};
  RunSettings run{};
  std::vector<GridBlock> blocks{};
  std::vector<GridName> accountants{};  ///< empty: the one that calibrates
};

/// What the command line says on top of a file.
struct GridOverrides {
  std::string profile{};            ///< empty: none
  std::vector<std::string> sets{};  ///< "path=value[,value]", applied in order after the profile
};

/// Reads a grid file; `source` names it in messages. Profiles that are not chosen are checked too.
/// Throws ConfigError "source:line:column: what is wrong; did you mean ...?".
Grid parse_grid(std::string_view text,
                const std::string& source,
                const GridOverrides& overrides = {});

}  // namespace dpsco
