// What bounds share: the best step of a formula, the log-determinant of the Hessian bound, and how
// a bound asks what was planned.
#pragma once

#include <functional>
#include <string>

#include "framework/contracts.hpp"

namespace dpsco {

/// The argument in [low, high] > 0 that minimises a function of one minimum, to 1e-7 relative.
double best_argument(const std::function<double(double)>& value, double low, double high);

/// The minimiser of a/x + b x + c x^2 over 0 < x <= largest: how every bound of Algorithm 1 depends
/// on eta0. a > 0, b > 0, c >= 0, largest > 0.
double best_eta0(double a, double b, double c, double largest);
/// The largest eta0 that single-pass-dp-sgd admits, eta = eta0/(2 G sqrt T) <= 2/L: 4 G sqrt(T)/L.
double largest_eta0(const Facts& facts, double T);

/// log det(I + scale H~), H~ = (L / row_norm^2) E[x x^T]. With a known spectrum exactly; else,
/// since the sum of logs is concave, at most r log(1 + scale tr / r), r the rank bound or d.
double log_det(const Facts& facts, double scale);

/// F(T): the Renyi rate of Algorithm 1's last iterate in units of 4 G^2 eta^2 / beta0, with
/// contractions c_t = 1 - 1/t (lambda_t = 1/(t eta)): max_k k^2/(m_{k+1}^2 (T^2-k^2)). A record of
/// the batch of update t = k + 1 moves w_t by 2 G eta c_t/m_t, later steps shrink that by k/T in
/// all as they do their noises' sum, beta0 (T^2-k^2)/T^2 (docs/design.md, "Amplification by
/// iteration").
double privacy_factor_harmonic(std::int64_t T);
/// The same with lambda_1 = 1/eta, lambda_t = 1/(T eta): c = 1 - 1/T, max_t q/(m_t^2 (1 - q)),
/// q = c^{2(T-t+1)}.
double privacy_factor_constant(std::int64_t T);

/// True if the query's plan is of this algorithm.
bool plans(const BoundQuery& query, std::string_view algorithm);
/// A word parameter of the planned algorithm; empty if there is none of that name.
std::string parameter(const BoundQuery& query, std::string_view name);
/// How many times G/n (one record's share of a mean gradient) one record moves it under the
/// target's adjacency: 2 if it is replaced, else 1.
double moved(const BoundQuery& query);
/// True if the planned method projects onto ||w|| <= R and the point compared with is outside.
bool leaves_ball(const BoundQuery& query);
/// A number of the plan's schedule. pre: query.plan has it.
double planned(const BoundQuery& query, const std::string& name);

/// sum_t lambda_t of Algorithm 1's single pass: H_T/eta for lambda_t = 1/(t eta), (2 - 1/T)/eta for
/// the constant one. pre: a plan of single-pass-dp-sgd.
double shrinkage_sum(const BoundQuery& query);

/// a/eta0 + b eta0 + (beta0/2) tr of the single pass, `log_factor` = eta sum_t lambda_t:
/// with the plan's T, eta0 and beta0 or, without a plan, at the best admissible eta0 for
/// beta0 = F eta0^2/(T mu^2).
Promise single_pass_promise(const BoundQuery& query,
                            const std::function<double(std::int64_t)>& log_factor,
                            const std::function<double(std::int64_t)>& privacy_factor);

/// Why a planned step is too long for a proof that needs eta <= most/L: with most = 2 gradient
/// steps expand no distance. Empty if it is not.
std::string too_long(double eta, const Facts& facts, double most = 2);
/// Why a bound says nothing of a regularised loss, or of one without G or L; empty if it does.
std::string unmet(const Facts& facts);

}  // namespace dpsco
