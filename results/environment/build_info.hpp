#pragma once

#include <map>
#include <string>

namespace dpsco {

/// What this binary was built from and with. Written by CMake at every build.
struct BuildInfo {
  std::string version{};     ///< of the project
  std::string commit{};      ///< git commit, empty outside a repository
  std::string dirty{};       ///< "yes" if the tree had changes, "no", or "unknown" without git
  std::string sources{};     ///< SHA-256 of all sources that decide results
  std::string compiler{};    ///< "GNU 12.2.0"
  std::string build_type{};  ///< "Release"
  std::string flags{};       ///< compiler flags
  std::map<std::string, std::string> libraries{};  ///< version of each library's headers
};
const BuildInfo& build_info();

/// First 16 hex digits of the SHA-256 of sources, compiler, flags and library versions: two builds
/// with the same id must give the same digests.
std::string build_id();

}  // namespace dpsco
