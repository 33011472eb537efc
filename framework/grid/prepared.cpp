#include "framework/grid/prepared.hpp"

#include <utility>

#include "framework/grid/keys.hpp"
#include "framework/grid/privacy_choice.hpp"

namespace dpsco {

std::vector<Prepared> Preparer::section(const GridBlock& block, Section section, std::size_t most) {
  std::vector<Prepared> out;
  for (Variant& variant : variants_of(block, section, catalog_, most)) {
    Prepared one{.variant = std::move(variant)};
    blaming(one.variant.arm->at, [&] { set_json(one, section); });
    out.push_back(std::move(one));
  }
  return out;
}

const Preparer::DataFacts& Preparer::facts_of(const Choice& choice) {
  const int version = catalog_.datasets.entry(choice.name).card.version;
  const std::string known_as = plugin_json(choice, version);
  const auto found = known_.find(known_as);
  if (found != known_.end()) return found->second;
  const auto data = catalog_.datasets.make(choice.name, choice.parameters);
  return known_[known_as] = {data_json(choice, version, data->content_hash()),
                             data->varies_with_repetition()};
}

void Preparer::set_json(Prepared& one, Section section) {
  const Choice& choice = one.variant.choice;
  switch (section) {
    case Section::data: {
      const DataFacts& facts = facts_of(choice);
      one.json = facts.json;
      one.varies = facts.varies;
      break;
    }
    case Section::loss:
      one.json = plugin_json(choice, catalog_.losses.entry(choice.name).card.version);
      break;
    case Section::algorithm:
      one.json = plugin_json(choice, catalog_.algorithms.entry(choice.name).card.version);
      break;
    case Section::privacy: {
      const auto& calibrate = std::get<std::string>(choice.parameters.find("calibrate")->second);
      const int version = catalog_.accountants.entry(calibrate).card.version;
      one.json = privacy_json(target_of(choice.parameters), calibrate, version);
      break;
    }
  }
}

}  // namespace dpsco
