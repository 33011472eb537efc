// Words for what a report shows: axes with units, sentences.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "results/report/chart.hpp"

namespace dpsco {

/// What a bound's card says of it.
struct BoundWords {
  std::string risk{};       ///< the metric that it bounds; empty if it is none of ours
  bool shape_only = false;  ///< its constants are not claimed
};

/// What the caller knows of plug-ins and the journal does not say.
struct ReportWords {
  std::map<std::string, std::string, std::less<>> meanings{};  ///< metric or bound: one line
  std::map<std::string, std::string, std::less<>> units{};     ///< "algorithm.eta0": unit
  std::map<std::string, BoundWords, std::less<>> bounds{};     ///< by name
};

/// "excess population risk (nats)". `loss` is the only loss of the report, or empty: of the
/// logistic loss alone it is known that risks are in nats.
std::string value_title(std::string_view value, std::string_view loss);
/// The same without the unit.
std::string value_words(std::string_view value);
/// "dimension d (features)".
std::string field_title(std::string_view field, const ReportWords& words);

/// Which lines rise with x and which fall, by their slopes; or their order at the largest x.
std::string reading_of(const Chart& chart, std::string_view x_name);

/// "a, b and c".
std::string listed(std::span<const std::string> words);

/// `name` as part of an id or a file name: anything but letters, digits and dots becomes a dash.
std::string slug(std::string_view name);

}  // namespace dpsco
