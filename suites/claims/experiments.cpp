#include "suites/claims/experiments.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/core/check.hpp"
#include "framework/core/random.hpp"
#include "framework/problem/losses/losses.hpp"
#include "privacy/accountants/gdp_composition.hpp"
#include "privacy/accountants/paper_multi_pass.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

/// eta_t of Theorem 2 for G = beta0 = 1.
double theorem_2_step(std::int64_t t, double n_delta = 0.01) {
  return 1 / std::sqrt(multi_pass_inverse_square(t, n_delta));
}

/// log-uniform in [low, high].
double between(Stream& stream, double low, double high) {
  return low * std::pow(high / low, stream.uniform());
}

/// A Gaussian in one dimension.
struct Normal {
  double mean = 0, sd = 1;
};
Normal random_normal(Stream& stream) {
  return {4 * stream.uniform() - 2, between(stream, 0.1, 10)};
}
double squared_w2(const Normal& a, const Normal& b) {
  return std::pow(a.mean - b.mean, 2) + std::pow(a.sd - b.sd, 2);
}
double second_moment(const Normal& a) {
  return a.mean * a.mean + a.sd * a.sd;
}
/// E log density.
double negentropy(const Normal& a) {
  return -0.5 * std::log(2 * std::numbers::pi * std::numbers::e * a.sd * a.sd);
}

/// A schedule without a run, for bounds.
struct ScheduleOnly final : Plan {
  using Plan::Plan;
  Solution run(const Problem& /*problem*/, RunContext& /*context*/) const override { return {}; }
};

double value_of(const Catalog& catalog, const char* bound, const BoundQuery& query) {
  const auto promise = catalog.bounds.make(bound)->value(query);
  if (!promise) throw ConfigError(std::string(bound) + ": " + promise.skip().reason);
  return promise->value;
}

Facts unit_rows(std::int64_t n, std::int64_t d, double radius) {
  Facts facts{.n = Index(n), .d = Index(d), .bounds = {.row_norm = 1, .radius = radius}};
  facts.constants = Logistic().constants(facts.bounds);
  return facts;
}

}  // namespace

double records_per_step(std::int64_t T, BatchIndex index) {
  const BatchRule rule{.printed_index = index == BatchIndex::printed};
  std::int64_t sum = 0;
  for (std::int64_t t = 2; t <= T; ++t) sum += rule.batch(t, T);
  return double(sum) / double(T);
}

double listed_records_per_step(std::int64_t T) {
  std::int64_t sum = 0;
  for (std::int64_t t = 1; t <= T; ++t) sum += growing_batch(t, T);
  return double(sum) / double(T);
}

double loss_factor(std::int64_t T, BatchIndex index) {
  return noisy_iteration_squared_mu(
      expand({"ma2022",
              {{"updates", double(T - 1)},
               {"step_sensitivity", 1},
               {"beta0", 1},
               {"printed_index", index == BatchIndex::printed ? 1.0 : 0.0}}}));
}

double share_above_one(std::int64_t most, BatchIndex index) {
  std::int64_t above = 0;
  for (std::int64_t T = 3; T <= most; ++T) above += loss_factor(T, index) > 1 ? 1 : 0;
  return double(above) / double(most - 2);
}

Ledger theorem_2_ledger(std::int64_t n, std::int64_t T, double delta, bool printed) {
  Heterogeneous steps{.inner = {{SampledWithoutReplacement{1, n, {{Gaussian{}}}}}}};
  steps.noise_multiplier.reserve(std::size_t(T));
  for (std::int64_t t = 2; t <= T; ++t)  // 2: noise is listed in units of C, sensitivity is 2C
    steps.noise_multiplier.push_back(2 * multi_pass_noise_ratio(t, n, delta, printed));
  return {.adjacency = Adjacency::replace_one, .events = {{std::move(steps), 1}}};
}

double priced(const char* accountant,
              const Ledger& ledger,
              double delta,
              bool lower,
              const Parameters& parameters) {
  const auto price =
      accountant_catalog().accountants.make(accountant, parameters)->price(ledger, delta);
  if (!price) throw ConfigError(std::string(accountant) + ": " + price.skip().reason);
  if (!lower) return price->epsilon;
  if (!price->epsilon_lower) throw ConfigError(std::string(accountant) + " has no lower bound");
  return *price->epsilon_lower;
}

double tuned_bound(const Catalog& catalog,
                   const char* bound,
                   std::int64_t n,
                   std::int64_t d,
                   double epsilon,
                   double comparator_norm) {
  const Facts facts = unit_rows(n, d, comparator_norm);
  return value_of(catalog,
                  bound,
                  {.facts = facts,
                   .target = {.epsilon = epsilon, .delta = 1e-5},
                   .comparator_norm = comparator_norm});
}

double multi_pass_bound(
    const Catalog& catalog, const char* bound, std::int64_t n, std::int64_t T, double delta) {
  const Facts facts = unit_rows(n, 50, 10);
  const double beta0 = double(n) / double(T);
  const ScheduleOnly plan(
      {},
      {{"T", double(T)},
       {"beta0", beta0},
       {"eta1", std::sqrt(beta0 / multi_pass_inverse_square(1, double(n) * delta))}});
  const Parameters parameters;
  return value_of(catalog,
                  bound,
                  {.facts = facts,
                   .target = {.epsilon = std::sqrt(double(T)) / double(n), .delta = delta},
                   .comparator_norm = 1,
                   .plan = &plan,
                   .algorithm = "multi-pass-dp-sgd",
                   .parameters = &parameters});
}

double regret_excess(std::int64_t T, std::uint64_t seed, bool printed) {
  Stream stream({seed, 1});
  double left = 0, right = 0, sum = 0, mean = 0, previous = 0, previous_slope = 0;
  for (std::int64_t t = 1; t <= T; ++t) {
    const double eta = theorem_2_step(t, 1), slope = seed == 0 ? 1 : 2 * stream.uniform() - 1;
    // lambda_1 eta_1 = 1 forgets everything: m_1 = 0.
    if (t > 1) mean = eta / previous * (mean - (printed ? eta : previous) * previous_slope);
    const double lambda = 1 / eta - (t > 1 ? 1 / previous : 0);
    left += slope * mean + lambda * mean * mean / 2;  // H(N(m, beta0) || q) = m^2/(2 beta0)
    right += eta / 2;
    sum += slope;
    previous = eta;
    previous_slope = slope;
  }
  return left - (right - sum * sum * previous / 2);  // sum of lambda = 1/eta_T
}

double entropy_step_excess(int instances) {
  Stream stream({2, 2});
  double worst = -1e300;
  for (int i = 0; i < instances; ++i) {
    const double beta0 = between(stream, 0.1, 10), eta = between(stream, 0.01, 10),
                 c = stream.uniform(), lambda = (1 - c) / eta, beta = lambda * beta0;
    const Normal before = random_normal(stream), other = random_normal(stream);
    const Normal after{c * before.mean,
                       std::sqrt(c * c * before.sd * before.sd + (1 - c * c) * beta0)};
    const auto objective = [&](const Normal& p) {
      return lambda / 2 * second_moment(p) + beta * negentropy(p);
    };
    const double left = 2 * eta * (objective(after) - objective(other));
    worst = std::max(worst,
                     (left - (c * squared_w2(before, other) - squared_w2(after, other))) / beta0);
  }
  return worst;
}

double gradient_step_excess(int instances, bool printed) {
  Stream stream({3, 3});
  double worst = -1e300;
  for (int i = 0; i < instances; ++i) {
    const double eta = between(stream, 0.01, 1), step = printed ? 0.9 * eta : eta;
    const Normal at = random_normal(stream), other = random_normal(stream);
    const double h = i % 2 == 0 ? 0 : stream.uniform() / eta, slope = 2 * stream.uniform() - 1;
    // loss slope w + h w^2/2, whose gradient step is an affine map
    const Normal moved{at.mean - step * (slope + h * at.mean), std::abs(1 - step * h) * at.sd};
    const auto loss = [&](const Normal& p) { return slope * p.mean + h / 2 * second_moment(p); };
    const double squared_slope = std::pow(slope + h * at.mean, 2) + std::pow(h * at.sd, 2);
    const double left = 2 * eta * (loss(at) - loss(other));
    worst = std::max(
        worst,
        left - (squared_w2(at, other) - squared_w2(moved, other) + eta * eta * squared_slope));
  }
  return worst;
}

double log_partition_share(double T, double h, double lambda, double beta0) {
  const double scale = lambda * beta0, sd = std::sqrt(beta0);
  constexpr int points = 200000;
  const double reach = 10 * sd, step = 2 * reach / points;
  double sum = 0;
  for (int i = 0; i <= points; ++i) {
    const double w = -reach + i * step;
    sum += step * std::exp(-w * w / (2 * beta0) - T * h * w * w / (2 * scale)) /
           (sd * std::sqrt(2 * std::numbers::pi));
  }
  return -scale * std::log(sum) / (scale * std::log1p(T * h / lambda));
}

double stability_share(std::int64_t n, std::int64_t T) {
  double squares = 0;
  for (std::int64_t t = 1; t <= T; ++t) squares += std::pow(theorem_2_step(t), 2);
  // w_T - w_T' = 2 G eta_T times how often the record was drawn, Binomial(T - 1, 1/n).
  const double N = double(n), draws = double(T - 1) / N;
  const double distance =
      std::pow(2 * theorem_2_step(T), 2) * (draws * (1 - 1 / N) + draws * draws);
  return distance / (4 * (double(T) / (N * N) + 1 / N) * squares);
}

double lemma_5_ratio(std::int64_t T, double power) {
  const auto step = [&](std::int64_t t) {
    return power > 0 ? std::pow(double(t), -power) : theorem_2_step(t);
  };
  double worst = 0;
  for (std::int64_t s = 2; s <= T; ++s) {
    const double now = std::pow(step(s), 2), before = std::pow(step(s - 1), 2);
    worst = std::max(worst, now / (before - now) / double(s));
  }
  return worst;
}

double definition_2_share(double alpha, double mu) {
  constexpr int points = 200000;
  const double low = -12 + (alpha + 1) * mu, step = 24.0 / points;
  double sum = 0;
  for (int i = 0; i <= points; ++i) {
    const double x = low + i * step;
    const double log_ratio = mu * x - mu * mu / 2, log_p = -(x - mu) * (x - mu) / 2;
    sum += step * std::exp(alpha * log_ratio + log_p) / std::sqrt(2 * std::numbers::pi);
  }
  return std::log(sum) / (alpha - 1) / (alpha * mu * mu / 2);
}

}  // namespace dpsco
