#include "results/tables/plan_order.hpp"

#include <fstream>

#include <nlohmann/json.hpp>

namespace dpsco {

PlanOrder read_plan_order(const std::filesystem::path& out) {
  PlanOrder order;
  std::ifstream in(out / "plan.jsonl", std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    const auto cell = nlohmann::json::parse(line, nullptr, false);
    const auto key = cell.is_object() ? cell.find("key") : cell.end();
    if (key != cell.end() && key->is_string()) order.try_emplace(*key, order.size());
  }
  return order;
}

}  // namespace dpsco
