#include "framework/grid/fields.hpp"

namespace dpsco {

std::optional<ParameterValue> cell_field(const Cell& cell, std::string_view field) {
  if (field == "algorithm") return cell.algorithm.name;
  if (field == "label") return cell.label;
  if (field == "data") return cell.data.name;
  if (field == "loss") return cell.loss.name;
  if (field == "epsilon") return cell.target.epsilon;
  if (field == "delta") return cell.target.delta;
  if (field == "adjacency") return std::string(name(cell.target.adjacency));
  if (field == "calibrate") return cell.calibrate;
  if (field == "repetition") return cell.repetition;
  if (field == "seed" && cell.seed <= INT64_MAX) return std::int64_t(cell.seed);
  if (field == "seed") return double(cell.seed);
  return std::nullopt;
}

}  // namespace dpsco
