// Decentralised random coordinate descent.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x^0 = 0; each round all agents draw the same public coordinate l, uniform on 1..d:
//               x_i[l] <- (W x)_i[l] - eta (d f_i / d x_l (x_i) + noise),
//             and the other coordinates only mix: x_i[j] <- (W x)_i[j].
// Privacy     local: a round releases one number of sensitivity B_inf; mixing is post-processing.
//             K releases, whichever coordinates come.
// Utility     02 section 4, "Random coordinate descent": at equal epsilon the floor against
//             gradient descent charged d B_inf is smaller by (M_h/M)^2, M_h the smoothness along a
//             coordinate; against one charged B_1 only if d M_h B_inf < M B_1.
// Reference   the method named by H. Xiao, Y. Ye, S. Devadas 2019 [xiao2019]; step and account
//             derived in the specification.
// Deviations  Public coordinates from the stream `sampling`. The balanced step sees G^2/d, the mean
//             square of one coordinate's slope.
#pragma once

#include "algorithms/decentralised/descent.hpp"

namespace dpsco {

struct RandomCoordinate final : DescentMethod {
  RandomCoordinate() { rounds = 1000; }

  static constexpr Card card{.name = "dp-random-coordinate",
                             .doc = "decentralised descent along one random coordinate a round",
                             .cites = "xiao2019",
                             .needs = needs_smooth | needs_lipschitz,
                             .privacy = "(epsilon, delta)-LDP of each agent's record",
                             .adjacencies = "replace_one zero_out",
                             .family = "decentralised"};
  static std::vector<Param<RandomCoordinate>> parameters() {
    using T = RandomCoordinate;
    return with_network_rows<T>(
        {eta_row<T>(),
         word<T>("noise", &T::noise, "gaussian laplace", "on the one coordinate"),
         release_row<T>()});
  }
  Outcome<std::shared_ptr<const Plan>> plan(const Facts& facts,
                                            const Budget& budget) const override;
};

}  // namespace dpsco
