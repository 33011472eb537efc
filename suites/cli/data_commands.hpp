// dpsco data verify | path | fetch: what happened, as text.
#pragma once

#include <string>

namespace dpsco {

struct CommandText {
  std::string text{};
  bool ok = true;
};

/// Compares the file (and its test set) with the manifest. An empty name means every data set that
/// is found.
CommandText verify_text(const std::string& name);
/// The manifest with rows x columns ("-" for files that only become rows as part of a data set, as
/// adult.data does) and what is found where.
std::string datasets_text();

}  // namespace dpsco
