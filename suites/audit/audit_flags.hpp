// What an audit is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dpsco {

struct AuditFlags {
  std::vector<std::string> algorithms{};  ///< names
  bool all = false;                       ///< every registered one
  bool variants = false;      ///< also every other word of every word parameter, one at a time
  std::string budget = "5m";  ///< wall time of the whole table: 90, 90s, 5m, 1h
  double epsilon = 1, delta = 1e-5;
  double confidence = 0.999;  ///< of the whole table
  std::string adjacency{};    ///< empty: the first that each method covers
  std::int64_t seed = 1;
  std::int64_t runs = 0;         ///< on each data set; 0: as many as the budget allows
  std::int64_t comparisons = 0;  ///< rows that share the confidence; 0: those of this table
  int threads = 0;               ///< 0: all
  std::string format = "text";   ///< or json
};

}  // namespace dpsco
