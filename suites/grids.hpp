// The suites' grids as text, compiled in from suites/NAME.toml
// (framework/cmake/dpsco_module.cmake).
#pragma once

#include <string_view>

namespace dpsco {

extern const std::string_view crossing_grid;
extern const std::string_view dimension_grid;
extern const std::string_view multipass_grid;
extern const std::string_view privacy_utility_grid;
extern const std::string_view rate_grid;
extern const std::string_view ldp_adult_grid;
extern const std::string_view ldp_convergence_grid;
extern const std::string_view ldp_dimension_grid;
extern const std::string_view outside_grid;
extern const std::string_view real_grid;

}  // namespace dpsco
