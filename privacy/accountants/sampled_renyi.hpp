// Which Renyi curve prices which sampled event under which adjacency; everything else is refused.
//
//   poisson_sampled              add_remove, zero_out   mixture against N_0, exact
//                                replace_one            envelope at 2C and expansion, both proved
//                                                       (docs/renyi_sampling.md); no tight pair is
//   sampled_without_replacement  replace_one            envelope and expansion, the smaller
// A shuffled or fixed-size batch is never priced as Poisson: the sampler is the event's type.
#pragma once

#include <functional>

#include "framework/core/outcome.hpp"
#include "framework/ledger/ledger.hpp"
#include "privacy/accountants/renyi_sum.hpp"

namespace dpsco {

/// The mu of what happens inside one sample, for inner gaussian, heterogeneous gaussian or gdp
/// events in any number; a Skip otherwise.
Outcome<double> inner_mu(const Event& inner, Adjacency adjacency);

/// D_alpha of one use as a function of alpha >= 1; may hold a cache, so not to be shared by
/// threads. pre: `mechanism` is one of the two sampled ones. A Skip says what is legal instead.
Outcome<RenyiSum::Curve> sampled_gaussian_curve(const Mechanism& mechanism,
                                                Adjacency adjacency,
                                                WithoutReplacement how);

}  // namespace dpsco
