#include "framework/grid/combinations.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace dpsco {

namespace {

constexpr std::size_t depth = all_sections.size();
using Indices = std::vector<std::size_t>;

class Walk {
 public:
  Walk(const GridBlock& block,
       const std::array<std::vector<Prepared>, depth>& sections,
       const std::function<void(const Combination&)>& visit)
      : block_(block), sections_(sections), visit_(visit), pinned_(block.zips.size(), -1) {
    for (std::size_t s = 0; s < depth; ++s) {
      positions_[s].resize(block.zips.size());
      for (std::size_t i = 0; i < sections[s].size(); ++i) {
        const auto& zipped = sections[s][i].variant.zipped;
        for (std::size_t z = 0; z < zipped.size(); ++z) {
          auto& lists = positions_[s][z];
          const auto position = std::size_t(zipped[z] + 1);
          if (lists.size() <= position) lists.resize(position + 1);
          lists[position].push_back(i);
        }
      }
    }
  }

  void descend(std::size_t s) {
    if (s == depth) {
      if (!excluded()) visit_(chosen_);
      return;
    }
    for (std::size_t z = 0; z < pinned_.size(); ++z) {
      // The first zip that is pinned and turns something here narrows the choice.
      if (pinned_[z] < 0 || positions_[s][z].size() < 2) continue;
      for (const std::size_t i : candidates(s, z)) choose(s, i);
      return;
    }
    for (std::size_t i = 0; i < sections_[s].size(); ++i) choose(s, i);
  }

 private:
  // Variants of section s at the pinned position of zip z, and those that take no part, in order.
  Indices candidates(std::size_t s, std::size_t z) const {
    const auto& lists = positions_[s][z];
    const auto position = std::size_t(pinned_[z] + 1);
    Indices paired;
    if (position < lists.size()) paired = lists[position];
    Indices all;
    std::merge(
        lists[0].begin(), lists[0].end(), paired.begin(), paired.end(), std::back_inserter(all));
    return all;
  }

  void choose(std::size_t s, std::size_t i) {
    const Prepared& one = sections_[s][i];
    const auto& zipped = one.variant.zipped;
    for (std::size_t z = 0; z < pinned_.size(); ++z)
      if (pinned_[z] >= 0 && zipped[z] >= 0 && pinned_[z] != zipped[z]) return;
    const std::vector<std::int64_t> before = pinned_;
    for (std::size_t z = 0; z < pinned_.size(); ++z)
      if (zipped[z] >= 0) pinned_[z] = zipped[z];
    chosen_[s] = &one;
    descend(s + 1);
    pinned_ = before;
  }

  bool excluded() const {
    for (std::size_t e = 0; e < block_.exclusions.size(); ++e) {
      const auto marked = [&](const Prepared* one) { return one->variant.excluded[e] != 0; };
      if (std::all_of(chosen_.begin(), chosen_.end(), marked)) return true;
    }
    return false;
  }

  const GridBlock& block_;
  const std::array<std::vector<Prepared>, depth>& sections_;
  const std::function<void(const Combination&)>& visit_;
  // positions_[s][z][p + 1]: variants of section s at position p of zip z; p = -1 take no part.
  std::array<std::vector<std::vector<Indices>>, depth> positions_;
  std::vector<std::int64_t> pinned_;  // position of each zip, -1 while free
  Combination chosen_{};
};

}  // namespace

void for_each_combination(const GridBlock& block,
                          const std::array<std::vector<Prepared>, depth>& sections,
                          const std::function<void(const Combination&)>& visit) {
  Walk(block, sections, visit).descend(0);
}

}  // namespace dpsco
