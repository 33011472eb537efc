#include "framework/core/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/core/suggestion.hpp"

namespace dpsco {

namespace {

constexpr std::size_t few_names = 12;

char lower(char c) {
  return 'A' <= c && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool same(char a, char b) {
  return lower(a) == lower(b);
}

// Optimal string alignment: three rows of the edit table.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::size_t shared_beginning(std::string_view a, std::string_view b) {
  std::size_t length = 0;
  while (length < std::min(a.size(), b.size()) && same(a[length], b[length])) ++length;
  return length;
}

/// How `candidate` may have become `name`, the likeliest first.
enum class Likeness { abbreviated, misspelt, same_beginning, none };

Likeness likeness(std::string_view name, std::string_view candidate, std::size_t edits) {
  constexpr std::size_t short_name = 2, short_beginning = 4;
  const std::size_t shared = shared_beginning(name, candidate);
  if (shared == name.size() && shared >= short_name) return Likeness::abbreviated;
  if (3 * edits <= std::max(name.size(), candidate.size())) return Likeness::misspelt;
  if (shared >= short_beginning && 2 * shared >= name.size()) return Likeness::same_beginning;
  return Likeness::none;
}

std::vector<std::string> containing(std::string_view name, std::span<const std::string> known) {
  std::vector<std::string> names(known.begin(), known.end());
  std::erase_if(names,
                [&](const std::string& each) { return each.find(name) == std::string::npos; });
  return names;
}

/// "; expected one of a, b", each once, of many names the first few.
std::string expected(std::span<const std::string> known) {
  std::vector<std::string> names;
  for (const std::string& name : known)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  const std::span<const std::string> shown =
      std::span(names).first(std::min(names.size(), few_names));
  return fmt::format(
      "; expected {}{}{}",
      names.size() > 1 ? "one of " : "",
      fmt::join(shown, ", "),
      shown.size() < names.size() ? fmt::format(", ... ({} in all)", names.size()) : "");
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
  std::tuple<Likeness, std::size_t, std::string_view> best{Likeness::none, 0, ""};
  for (const std::string& candidate : known) {
    const std::size_t edits = distance(name, candidate);
    const Likeness like = likeness(name, candidate, edits);
    if (like != Likeness::none) best = std::min(best, {like, edits, candidate});
  }
  return std::string(std::get<std::string_view>(best));
}

std::string suggestion(std::string_view name, std::span<const std::string> known) {
  const std::string best = nearest_name(name, known);
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

std::string did_you_mean(std::string_view name, std::span<const std::string> known) {
  if (known.empty()) return "";
  if (std::string near = suggestion(name, known); !near.empty()) return near;
  if (known.size() <= few_names) return expected(known);
  const std::vector<std::string> some = containing(name, known);
  return expected(some.empty() ? known : some);
}

std::string suggestion_or_list(std::string_view name,
                               std::span<const std::string> known,
                               std::string_view listing) {
  if (std::string near = suggestion(name, known); !near.empty()) return near;
  const std::vector<std::string> some = containing(name, known);
  return some.empty() ? fmt::format("; {} lists them", listing) : expected(some);
}

}  // namespace dpsco
