#include "suites/cli/data_commands.hpp"

#include <fmt/format.h>

#include "datasets/files/data_command.hpp"
#include "datasets/files/file_store.hpp"
#include "datasets/files/manifest.hpp"
#include "framework/core/check.hpp"

namespace dpsco {

namespace {

std::string found_at(const std::string& name) {
  try {
    return data_path(file_store(), name);
  } catch (const ConfigError&) {
    return "";  // not on this machine: the listing says so
  }
}

std::string said(const DataCheck& check) {
  if (check.ok || check.what == "file") return check.found;
  return fmt::format("is {}, expected {}", check.found, check.expected);
}

}  // namespace

CommandText verify_text(const std::string& name) {
  CommandText out;
  std::vector<std::string> names{name};
  if (name.empty()) {
    names.clear();
    for (const std::string& each : Manifest::built_in().names())
      if (!found_at(each).empty()) names.push_back(each);
  }
  for (const std::string& each : names)
    for (const DataReport& report : verify_data(file_store(), each)) {
      const std::string& found = report.path.empty() ? report.checks.front().found : report.path;
      out.text += fmt::format("{} {}: {}\n", report.ok() ? "ok    " : "WRONG ", report.name, found);
      out.ok = out.ok && report.ok();
      if (report.path.empty()) continue;
      for (const DataCheck& check : report.checks)
        if (!check.ok || !name.empty())
          out.text += fmt::format("  {:<9} {}\n", check.what, said(check));
    }
  if (names.empty()) out.text = "no data set of the manifest was found on the search path\n";
  return out;
}

std::string datasets_text() {
  std::string out;
  for (const ManifestEntry& entry : Manifest::built_in().entries()) {
    const std::string where = found_at(entry.name);
    // A raw table has no shape of its own: the data set that reads it makes one.
    const std::string shape =
        entry.n > 0 ? fmt::format("{:>7} x {:<6}", entry.n, entry.d) : fmt::format("{:>9}", "-");
    out +=
        fmt::format("{:<14} {:<16} {}\n", entry.name, shape, where.empty() ? "(not found)" : where);
  }
  return out;
}

}  // namespace dpsco
