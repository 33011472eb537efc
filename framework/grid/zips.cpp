#include "framework/grid/zips.hpp"

#include <algorithm>

#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

// Which zip turns this axis; -1 if none.
std::int64_t zip_of(const GridBlock& block, Section section, const Arm& arm, const Axis& axis) {
  if (!axis.swept) return -1;
  std::int64_t found = -1;
  for (std::size_t z = 0; z < block.zips.size(); ++z) {
    for (const ParameterPath& path : block.zips[z]) {
      if (path.section != section || path.parameter != axis.name || !names(path, arm)) continue;
      if (found >= 0 && found != std::int64_t(z))
        refuse(path.at, "'{}' is in two lists of 'zip'", to_text(path));
      found = std::int64_t(z);
    }
  }
  return found;
}

}  // namespace

std::vector<Wheel> wheels_of(const GridBlock& block, Section section, const Arm& arm) {
  std::vector<Wheel> wheels;
  for (std::size_t i = 0; i < arm.axes.size(); ++i) {
    const Axis& axis = arm.axes[i];
    const std::int64_t zip = zip_of(block, section, arm, axis);
    const auto joined = std::find_if(wheels.begin(), wheels.end(), [&](const Wheel& wheel) {
      return zip >= 0 && wheel.zip == zip;
    });
    if (joined != wheels.end()) {
      joined->axes.push_back(i);
    } else {
      wheels.push_back({zip, {i}, axis.values.size()});
    }
  }
  return wheels;
}

namespace {

// Follows one path; `first` and `length` remember the axis that set the length.
struct ZipCheck {
  const ParameterPath* first = nullptr;
  std::size_t length = 0;

  void follow(const GridBlock& block, const ParameterPath& path) {
    std::vector<std::string> arms, written;
    bool met = false;
    for (const Arm& arm : block[path.section]) {
      arms.insert(arms.end(), {arm.name, arm.label});
      if (!names(path, arm)) continue;
      for (const Axis& axis : arm.axes) {
        written.push_back(axis.name);
        if (axis.name != path.parameter) continue;
        met = true;
        if (axis.swept) compare(path, axis);
      }
    }
    if (met) return;
    const bool arm_known =
        path.arm.empty() || std::find(arms.begin(), arms.end(), path.arm) != arms.end();
    refuse(path.at,
           "'zip' names '{}', which the block does not set{}",
           to_text(path),
           arm_known ? did_you_mean(path.parameter, written) : did_you_mean(path.arm, arms));
  }

  void compare(const ParameterPath& path, const Axis& axis) {
    if (first != nullptr && axis.values.size() != length) {
      refuse(path.at,
             "'zip' pairs {} ({} values) with {} ({} values); the lengths must be equal",
             to_text(*first),
             length,
             to_text(path),
             axis.values.size());
    }
    first = &path;
    length = axis.values.size();
  }
};

}  // namespace

void check_zips(const GridBlock& block) {
  for (const auto& zip : block.zips) {
    ZipCheck check;
    for (const ParameterPath& path : zip) check.follow(block, path);
  }
}

}  // namespace dpsco
