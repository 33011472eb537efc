// The multi-pass privacy statements of Ma, Marinov and Zhang 2022 as functions, as printed, for
// comparison: they are 20 to 44 times looser than `rdp` and `pld` on the same ledger. [ma2022]
#pragma once

#include <cstdint>

namespace dpsco {

enum class Lemma6Form {
  printed,    ///< log(1 + e^x / m)
  minus_one,  ///< log(1 + (e^x - 1) / m), what Balle, Barthe, Gaboardi 2018, Theorem 9 gives
};

struct StepGuarantee {
  double epsilon = 0, delta = 0;
};

/// Lemma 6: one step on a uniform index of m with step size eta, gradient bound G and noise sigma,
/// x = sqrt(8 log(1.25/delta)) eta G / sigma: (log(1 + ...), delta/m)-DP. Needs x <= 1 (the
/// classical Gaussian mechanism, unstated there): ConfigError otherwise, and unless m >= 1,
/// 0 < delta < 1, eta, G >= 0, sigma > 0.
StepGuarantee lemma_6(
    std::int64_t m, double delta, double eta, double G, double sigma, Lemma6Form form);

/// Proposition 3: sqrt(2 T log(2/delta)) k/n + T k^2/n^2 with k = e as printed; k = e - 1 with the
/// "-1" of Lemma 6. ConfigError unless T >= 1, n >= 1, 0 < delta < 1 and n delta < 2.5 (unstated
/// there: beyond, the step sizes are not real).
double proposition_3_epsilon(std::int64_t n, std::int64_t T, double delta, Lemma6Form form);

/// Theorem 2: 3 epsilon sqrt(log(2/delta)) + 3 epsilon^2 for epsilon = sqrt(T)/n, its alpha = 2.
/// The constants do not follow from Proposition 3 as printed (3.84, 7.39) but do with the "-1"
/// (2.43, 2.95). ConfigError as above.
double theorem_2_epsilon(std::int64_t n, std::int64_t T, double delta);

/// Noise over per-record sensitivity 2 eta_t G of update t >= 2 under Proposition 3's step sizes:
/// rho_t^2 = (a_t - a_{t-1}) / 4 times (a_t / a_{t-1} if eq. (3) is taken as printed),
/// a_t = 8 t log(2.5 t^2 / (n delta)). ConfigError unless t >= 2 and n delta < 2.5.
double multi_pass_noise_ratio(std::int64_t t, std::int64_t n, double delta, bool printed);

}  // namespace dpsco
