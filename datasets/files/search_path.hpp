#pragma once

#include <string>
#include <vector>

namespace dpsco {

/// Folders where data files are looked for, first match wins.
using SearchPath = std::vector<std::string>;

/// `data_dir` (the option --data-dir; empty: not given), the folders of $DPSCO_DATA (with ':'
/// between them), and datasets/samples in the working directory and in the source tree. Folders
/// that do not exist are left out. Throws ConfigError if `data_dir` or a folder of $DPSCO_DATA is
/// not a folder.
SearchPath standard_search_path(const std::string& data_dir = {});

}  // namespace dpsco
