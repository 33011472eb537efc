// Our forms of the second paper's convergence theorems (3.1' to 3.3' in docs/admm.md, the others in
// algorithms/bounds/decentralised_*.hpp), against networks of
// quadratics in one dimension, where every quantity of a theorem is known. Every number is a left
// side over its bound: at most 1 if the theorem holds.
#pragma once

#include <cstdint>

namespace dpsco {

/// Theorem 3.1' (exact subproblems) or 3.2' (linearised): the largest V^{k+1} (1 + delta)/V^k over
/// 100 rounds of random penalties with the largest spread r that the theorem allows.
double admm_contraction_share(bool linearised, std::uint64_t seed);
/// Theorem 3.3': mean V over the last 2000 of 4000 rounds of the linearised method with Laplace
/// noise of rate 1, over the bound on its limit.
double admm_floor_share(std::uint64_t seed);
/// Theorem 3.4': (1/K) sum f(mean x^k) - f* of gradient descent with random weights
/// (s within 0.3 of 1, so that q < 1) and Laplace noise of rate 20, losses sqrt(1 + (x - b_i)^2),
/// K = 200, mean of 20 runs, over the bound.
double descent_share(std::uint64_t seed);
/// Theorem 4.1': the largest standard deviation of an agent's accumulated noise along a unit vector
/// after `rounds`, exactly, over sigma sqrt(K/N + 1/(1 - q^2)). No dimension enters either side.
double accumulated_noise_share(int rounds, std::uint64_t seed);
/// Theorem 4.2': E max_l |z_l| of d independent N(0, 1) over sqrt(2 log(2 d)), by quadrature.
double largest_coordinate_share(int d);

}  // namespace dpsco
