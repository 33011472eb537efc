#include "datasets/files/search_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "datasets/files/built_in.hpp"
#include "framework/core/check.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

}  // namespace

SearchPath standard_search_path(const std::string& data_dir) {
  SearchPath folders;
  const auto add = [&](const std::string& folder) {
    if (is_folder(folder) && std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  };
  require(data_dir.empty() || is_folder(data_dir), "--data-dir: '{}' is not a folder", data_dir);
  add(data_dir);
  if (const char* variable = std::getenv("DPSCO_DATA"); variable != nullptr) {
    for (std::string_view rest = variable; !rest.empty();) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      const std::string folder(rest.substr(0, end));
      require(folder.empty() || is_folder(folder), "$DPSCO_DATA: '{}' is not a folder", folder);
      add(folder);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  add("datasets/samples");
  add(std::string(source_root) + "/datasets/samples");
  return folders;
}

}  // namespace dpsco
