// Schedules of noisy iteration. A named schedule is a generator with parameters: it costs a few
// bytes in a journal and is expanded when it is priced or run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/ledger/batch_rule.hpp"

namespace dpsco {

/// One entry per update, in order.
struct IterationArrays {
  std::vector<double> sensitivity{};  ///< s_t: shift of the iterate if the record is in batch t
  std::vector<double> sigma{};        ///< standard deviation of the noise added at t
  std::vector<double> contraction{};  ///< c_t in [0, inf): Lipschitz constant of update map t
};

/// Generators and their parameters (checked on expansion), t = 2..T, updates = T - 1 and
/// step_sensitivity = 2 G eta under replace_one. Of noisy_iteration:
///   "growing-batches"  updates, step_sensitivity, sigma: PNSGD on batches m_t; s_t =
///                      step_sensitivity/m_t, constant noise, contraction 1
///   "snowball"         the same with m_t = ceil(sqrt(growth / (T - t + 1))) and `growth`
///   "ma2022"           updates, step_sensitivity, beta0: Ma-Marinov-Zhang Algorithm 1 with
///                      lambda_t = 1/(t eta); c_t = 1 - 1/t, s_t = step_sensitivity c_t/m_t,
///                      sigma_t^2 = (1 - c_t^2) beta0. Flags (0 if left out): constant_shrinkage
///                      takes c_t = 1 - 1/T, equalised the batches that spend the same everywhere,
///                      printed_index m_{t-1} at update t
/// Of heterogeneous, one noise multiplier an update:
///   "ma2022-multi-pass"  updates, n_delta, step_scale: Ma-Marinov-Zhang Theorem 2 with steps
///   scaled
///                      by step_scale; noise_multiplier_t = sqrt(a_t - a_{t-1}) / step_scale,
///                      a_t = 8 t log(2.5 t^2 / n_delta), n_delta = n delta < 2.5
struct NamedSchedule {
  std::string generator{};
  std::map<std::string, double> parameters{};
};
/// Throws ConfigError on an unknown generator (naming the nearest) or bad parameters.
void check(const NamedSchedule& schedule);
/// Arrays of a schedule of noisy_iteration, one entry per update. Throws as check() does, and on a
/// schedule of another event.
IterationArrays expand(const NamedSchedule& schedule);
/// The batches of the same schedule.
BatchRule batch_rule(const NamedSchedule& schedule);
/// Noise multipliers of a schedule of heterogeneous, one per update. Throws likewise.
std::vector<double> expand_noise_multipliers(const NamedSchedule& schedule);

/// a_t = 8 t log(2.5 t^2 / n_delta): Theorem 2's step is eta_t = sqrt(beta0 / a_t) / G.
/// pre: t >= 1, 0 < n_delta < 2.5.
double multi_pass_inverse_square(std::int64_t t, double n_delta);
/// a_t - a_{t-1} without its cancellation. pre: t >= 2.
double multi_pass_increment(std::int64_t t, double n_delta);

/// m_t = ceil(sqrt(T / (2 (T - t + 1)))) in integers: the smallest m with 2 (T - t + 1) m^2 >= T.
/// Ma-Marinov-Zhang 2022, Assumption 3, used at update t (Algorithm 1 prints t - 1, which doubles
/// the privacy loss). pre: 1 <= t <= T.
std::int64_t growing_batch(std::int64_t t, std::int64_t T);
/// Largest T with sum_{t=2..T} m_t <= n: one pass over n records (about 0.549 n). The paper's T = n
/// would need 1.8 n records. Returns 1 (no update fits) for n = 0. pre: n >= 0.
std::int64_t single_pass_horizon(std::int64_t n);

}  // namespace dpsco
