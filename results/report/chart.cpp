#include "results/report/chart.hpp"

#include <array>

namespace dpsco {

Style style_of(std::size_t index) {
  // Without the palette's yellow, which white paper swallows: grey stands in its place.
  constexpr std::array<std::string_view, 8> colours{
      "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#000000", "#777777"};
  return {colours[index % colours.size()], int(index % shapes)};
}

}  // namespace dpsco
