// Constants of the ADMM methods: checked against the conditions under which they converge, and the
// rates that follow. Derivations: the statements are proved in docs/admm.md.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "algorithms/decentralised/setup.hpp"

namespace dpsco {

/// The parameters that the methods share: inherit it beside NetworkMethod. 0 means by the facts.
struct AdmmSettings {
  double rho0 = 0, spread = 0.99, zeta = 0, penalty_d = 0;
  std::string convex = "no";
};

/// Their rows for a method's table.
template <class T>
std::vector<Param<T>> admm_rows() {
  return {real<T>("rho0",
                  &T::rho0,
                  {0, 1e12},
                  "loss / ||w||^2",
                  "mean penalty; 0: 1/lambda_N of the graph's Laplacian"),
          real<T>("spread",
                  &T::spread,
                  {0, 1},
                  "",
                  "r/rho0: penalties are uniform on [rho0 - r, rho0 + r]; 0: fixed ones"),
          real<T>("zeta", &T::zeta, {0, 1e12}, "loss / ||w||^2", "dual step; 0: 0.9 rho0"),
          real<T>("D",
                  &T::penalty_d,
                  {0, 1e12},
                  "loss / ||w||^2",
                  "D_i of every agent; 0: rho0 lambda_N + smoothness, or what convex = yes needs"),
          word<T>("convex",
                  &T::convex,
                  "no yes",
                  "refuse weights outside [0, 1], (rho0 + r) deg <= D, or not")};
}

/// What a run uses.
struct AdmmConstants {
  double rho0 = 0, r = 0, zeta = 0, D = 0;
  double convexity = 0;    ///< m of every f_i
  double smoothness = 0;   ///< ell of every f_i
  double lambda_2 = 0;     ///< smallest non-zero Laplacian eigenvalue; 0 for one agent
  double lambda_n = 0;     ///< largest
  bool linearised = true;  ///< (13), else exact subproblems (12)
};

/// Fills in what is 0. Skip, naming the condition and the smallest (or largest) value
/// that would do: D <= rho0 lambda_N + ell/2 (exact: D <= rho0 lambda_N); zeta >= rho0
/// (zeta = rho0 is admitted with fixed penalties and `equal_steps`: that is EXTRA); negative
/// weights if convex = required. pre: finite smoothness.
Outcome<AdmmConstants> admm_constants(const AdmmSettings& settings,
                                      const Setup& setup,
                                      bool linearised,
                                      bool equal_steps = false);

/// delta of Theorem 3.1' (exact) or 3.2' (linearised): V^{k+1} <= V^k/(1 + delta) for every draw of
/// the penalties, without noise. Nothing if its conditions fail (m > 0, D and r).
std::optional<double> contraction(const AdmmConstants& c);
/// The largest r for which E V contracts with independent penalties of mean rho0 (Theorem 3.2'').
double mean_square_radius(const AdmmConstants& c);
/// lim sup E V of Theorem 3.3' with noise of variance `variance` a coordinate on what is sent:
/// (1 + delta)/delta d variance (N D + 2 zeta |E|).
double noise_floor(
    const AdmmConstants& c, double delta, double variance, Index d, const Graph& graph);

/// For tables: the setup's numbers, rho0, r, zeta, D, the largest r of Theorem 3.2'', and where it
/// exists delta.
std::map<std::string, double> admm_numbers(const Setup& setup,
                                           Adjacency adjacency,
                                           const AdmmConstants& c);

}  // namespace dpsco
