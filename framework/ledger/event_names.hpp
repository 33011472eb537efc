#pragma once

#include <array>
#include <string_view>

#include "framework/ledger/ledger.hpp"

namespace dpsco {

/// JSON tags in the variant's order.
inline constexpr std::array<std::string_view, std::variant_size_v<Mechanism>> event_names{
    "non_private",
    "gaussian",
    "laplace",
    "noisy_iteration",
    "poisson_sampled",
    "sampled_without_replacement",
    "shuffled",
    "tree_aggregation",
    "exponential_noise_l2",
    "laplace_uniform_mixture",
    "pure",
    "approximate",
    "zcdp",
    "gdp",
    "rdp_curve",
    "privacy_profile",
    "heterogeneous",
    "selection"};

/// The fields that a ledger and its events have.
inline constexpr std::array<std::string_view, 31> field_names{"adjacency",
                                                              "batch",
                                                              "contraction",
                                                              "count",
                                                              "delta",
                                                              "distribution",
                                                              "epsilon",
                                                              "eta",
                                                              "event",
                                                              "events",
                                                              "gamma",
                                                              "inner",
                                                              "leaves",
                                                              "local_delta",
                                                              "local_epsilon",
                                                              "mean",
                                                              "mu",
                                                              "noise_multiplier",
                                                              "orders",
                                                              "population",
                                                              "rate",
                                                              "rho",
                                                              "sampling_rate",
                                                              "schedule",
                                                              "sensitivity",
                                                              "shift_1",
                                                              "shift_2",
                                                              "shift_inf",
                                                              "sigma",
                                                              "values",
                                                              "width"};

}  // namespace dpsco
