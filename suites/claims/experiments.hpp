// What the claims ledger computes besides calling the project's own functions: sums over Algorithm
// 1's schedules and small worlds in which both sides of an inequality are known in closed form.
#pragma once

#include <cstdint>

#include "framework/ledger/ledger.hpp"
#include "framework/registry/catalog.hpp"

namespace dpsco {

enum class BatchIndex { corrected, printed };

/// Records that T - 1 updates take, over T: batch m_t at update t, or m_{t-1} with the printed
/// index. pre: T >= 2.
double records_per_step(std::int64_t T, BatchIndex index);
/// sum_{t=1..T} m_t / T, every batch of Assumption 3. pre: T >= 1.
double listed_records_per_step(std::int64_t T);
/// F: mu^2 of the last iterate in units of (2 G eta)^2 / beta0, by the accountant. pre: T >= 2.
double loss_factor(std::int64_t T, BatchIndex index);
/// Share of the horizons 3..most at which F exceeds 1.
double share_above_one(std::int64_t most, BatchIndex index);

/// The ledger of Theorem 2: one index of n a step, t = 2..T, steps of the corrected or the printed
/// eq. (3). pre: n delta < 2.5.
Ledger theorem_2_ledger(std::int64_t n, std::int64_t T, double delta, bool printed = false);
/// epsilon of `ledger` by the accountant; its lower bound if `lower`. Throws ConfigError with the
/// accountant's reason if it has none.
double priced(const char* accountant,
              const Ledger& ledger,
              double delta,
              bool lower = false,
              const Parameters& parameters = {});

/// Value of a bound with its own best tuning for logistic loss on unit rows, delta = 1e-5. Throws
/// ConfigError if it has none.
double tuned_bound(const Catalog& catalog,
                   const char* bound,
                   std::int64_t n,
                   std::int64_t d,
                   double epsilon,
                   double comparator_norm);

/// A bound's value for the multi-pass schedule of Theorem 2, eta_0 = G = ||w|| = 1, logistic loss
/// on unit rows in 50 dimensions. Throws ConfigError if it does not cover it.
double multi_pass_bound(
    const Catalog& catalog, const char* bound, std::int64_t n, std::int64_t T, double delta);

/// Proposition 1 on linear losses <g_t, w> in one dimension, where every p_t is N(m_t, beta0) and
/// the best fixed p is N(-sum g/sum lambda, beta0): the left side minus the right side, in units of
/// G sqrt(beta0), for Theorem 2's steps (n delta = 1) and g_t = G a_t, |a_t| <= 1 drawn from
/// stream `seed`, or all 1 for seed 0. With the corrected eq. (3) or as printed. pre: T >= 1.
double regret_excess(std::int64_t T, std::uint64_t seed, bool printed);

/// Lemma 2 for Gaussians p~, p and any c = 1 - lambda eta: the largest (left - right)/beta0 over
/// `instances` random ones.
double entropy_step_excess(int instances);
/// Lemma 3 for Gaussian p_t, p and linear or quadratic losses: the largest left - right over
/// `instances` random ones, with the gradient step eta_t, or eta_{t+1} < eta_t as eq. (3) is
/// printed.
double gradient_step_excess(int instances, bool printed);

/// Lemma 4 in one dimension for the loss h w^2/2, T steps, sum of lambda `lambda`: the
/// log-partition function by quadrature over the printed term lambda beta0 ln(1 + T h/lambda).
double log_partition_share(double T, double h, double lambda, double beta0);

/// E ||w_T - w_T'||^2 of the coupled chains on linear losses +-G w of the differing record, over
/// Lemma 5's 4 G^2 (T/n^2 + 1/n) sum eta^2, for Theorem 2's steps with n delta = 0.01.
double stability_share(std::int64_t n, std::int64_t T);
/// max over s = 2..T of eta_s^2/(eta_{s-1}^2 - eta_s^2)/s, which Lemma 5 needs at most 1: for
/// Theorem 2's steps (n delta = 0.01), or for eta_s = s^-power if power > 0.
double lemma_5_ratio(std::int64_t T, double power = 0);

/// Definition 2 as printed, 1/(alpha-1) log int (p/q)^alpha p dx for N(mu, 1) against
/// N(0, 1) by quadrature, over the Renyi divergence alpha mu^2/2. pre: alpha > 1.
double definition_2_share(double alpha, double mu);

}  // namespace dpsco
