#include "results/tables/sort.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

/// The column called `name`: a number by its value, so 1e3 is 1000.
std::size_t column_named(const Table& table, const std::string& name) {
  std::vector<std::string> known{"name"};
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const std::string text = to_text(table.columns[c]);
    if (text == name) return c;
    if (const auto* number = std::get_if<double>(&table.columns[c])) {
      char* end = nullptr;
      if (std::strtod(name.c_str(), &end) == *number && *end == '\0') return c;
    }
    known.push_back(text);
  }
  throw ConfigError(fmt::format("--sort: no column '{}'{}", name, did_you_mean(name, known)));
}

template <class T>
void permute(std::vector<T>& rows, const std::vector<std::size_t>& order) {
  if (rows.size() != order.size()) return;  // slopes and choices may be absent
  std::vector<T> sorted;
  sorted.reserve(rows.size());
  for (const std::size_t row : order) sorted.push_back(std::move(rows[row]));
  rows = std::move(sorted);
}

}  // namespace

void sort_rows(Table& table, const std::string& by) {
  if (by.empty() || by == "plan") return;
  const bool descend = by.front() == '-';
  const std::string name = descend ? by.substr(1) : by;
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (name == "name") {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return descend ? table.rows[b] < table.rows[a] : table.rows[a] < table.rows[b];
    });
  } else {
    const std::size_t column = column_named(table, name);
    const auto key = [&](std::size_t row) {
      const auto& cell = table.cells[row][column];
      if (!cell || !cell->shown) return std::numeric_limits<double>::infinity();
      return descend ? -*cell->shown : *cell->shown;
    };
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  }
  permute(table.rows, order);
  permute(table.cells, order);
  permute(table.reasons, order);
  permute(table.choices, order);
  permute(table.slopes, order);
}

}  // namespace dpsco
