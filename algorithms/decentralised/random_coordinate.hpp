// Decentralised random coordinate descent.
//
// Problem     min_x (1/N) sum_i f_i(x), f_i held by agent i of a connected network.
// Method      x^0 = 0; each round all agents draw the same public coordinate l, uniform on 1..d:
//               x_i[l] <- (W x)_i[l] - eta (d f_i / d x_l (x_i) + noise),
//             and the other coordinates only mix: x_i[j] <- (W x)_i[j].
// Privacy     local: a round releases one number of sensitivity B_inf; mixing is post-processing.
//             K releases, whichever coordinates come.
// Utility     One agent, f m-strongly convex, smoothness M, M_h along a coordinate; Laplace noise
//             of rate beta on the coordinate itself (variance 2/beta^2). A step of 1/M_h lowers f
//             by (df/dx_l)^2/(2 M_h), whose mean over l is ||grad f||^2/(2 d M_h) >= m gap/(d M_h):
//               E gap' <= (1 - m/(d M_h)) gap + M_h/beta^2,   floor d M_h^2/(m beta^2);
//             gradient descent with 1/M has M d/beta^2 and (1 - m/M), floor M^2 d/(m beta^2). With
//             (d M_h/m) log and (M/m) log rounds at beta B_inf/M_h and d beta B_inf/M a round both
//             spend (d beta B_inf/m) log: at equal epsilon the floor is smaller by (M_h/M)^2.
//             Charged B_1 in place of d B_inf, descent may take beta larger by d B_inf/B_1, and
//             loses only if d M_h B_inf < M B_1.
// Reference   the method named by H. Xiao, Y. Ye, S. Devadas 2019 [xiao2019]; step and account are
//             ours.
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
