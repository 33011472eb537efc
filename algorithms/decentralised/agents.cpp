#include "algorithms/decentralised/agents.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>
#include <fmt/format.h>

#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

constexpr std::uint64_t weights_from = std::uint64_t{1} << 32U;  // beyond any agent's noise index

double entry(DenseRow row, Index l) {
  return row.values[std::size_t(l)];
}
double entry(SparseRow row, Index l) {
  const auto at = std::lower_bound(row.columns.begin(), row.columns.end(), std::int32_t(l));
  if (at == row.columns.end() || *at != l) return 0;
  return row.values[std::size_t(at - row.columns.begin())];
}

}  // namespace

GradientSensitivity gradient_sensitivity(const Facts& facts,
                                         std::int64_t agents,
                                         Adjacency adjacency) {
  // Rounded against the user: a bound stays one.
  const double scale = sensitivity_factor(0, adjacency) * facts.slope_bound() * double(agents) /
                       double(facts.n) * (1 + 1e-14);
  return {.one = scale * facts.row_norm_1(),
          .two = scale * facts.bounds.row_norm,
          .inf = scale * facts.row_norm_inf()};
}

Outcome<Network> NetworkSettings::network(const Facts& facts) const {
  if (facts.n < agents)
    return Skip{fmt::format(
        "{} agents and {} records leave b = 0 records to some agent: agents may be at most {}",
        agents,
        facts.n,
        facts.n)};
  return make_network(graph, agents, edges, std::uint64_t(graph_seed));
}

std::vector<std::vector<Index>> split_rows(const Data& data,
                                           std::int64_t agents,
                                           std::string_view split,
                                           double concentration,
                                           Stream stream) {
  const Index n = data.size();
  std::vector<std::vector<Index>> rows(static_cast<std::size_t>(agents));
  const auto order = stream.permutation(n);
  const auto begin = [&](std::int64_t i) { return n * i / agents; };
  if (split == "even") {
    for (std::int64_t i = 0; i < agents; ++i)
      rows[std::size_t(i)].assign(order.begin() + begin(i), order.begin() + begin(i + 1));
  } else {
    std::vector<Index> classes[2];  // in random order, taken from the back
    for (const Index r : order) classes[data.y[std::size_t(r)] > 0 ? 1 : 0].push_back(r);
    for (std::int64_t i = 0; i < agents; ++i) {
      const double share = boost::math::ibeta_inv(concentration, concentration, stream.uniform());
      for (Index k = begin(i); k < begin(i + 1); ++k) {
        std::size_t which = stream.uniform() < share ? 1 : 0;
        if (classes[which].empty()) which = 1 - which;
        rows[std::size_t(i)].push_back(classes[which].back());
        classes[which].pop_back();
      }
    }
  }
  for (auto& own : rows) std::sort(own.begin(), own.end());  // read memory in order
  return rows;
}

Agents::Agents(const Problem& problem, const NetworkSettings& settings, const RunContext& context)
    : problem_(problem),
      scale_(double(settings.agents) / double(problem.facts.n)),
      rows_(split_rows(problem.data,
                       settings.agents,
                       settings.split,
                       settings.concentration,
                       context.stream(Purpose::split))) {}

void Agents::gradient(int i, std::span<const double> w, std::span<double> gradient) const {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  problem_.data.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (const Index r : rows(i)) {
        const auto row = matrix.row(r);
        add(loss.slope(dot(row, w), problem_.data.y[std::size_t(r)]), row, gradient);
      }
    });
  });
  const double lambda = problem_.facts.regularisation;
  for (std::size_t l = 0; l < gradient.size(); ++l)
    gradient[l] = scale_ * gradient[l] + lambda * w[l];
}

double Agents::partial(int i, std::span<const double> w, Index l) const {
  double sum = 0;
  problem_.data.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (const Index r : rows(i)) {
        const auto row = matrix.row(r);
        const double value = entry(row, l);
        if (value != 0) sum += loss.slope(dot(row, w), problem_.data.y[std::size_t(r)]) * value;
      }
    });
  });
  return scale_ * sum + problem_.facts.regularisation * w[std::size_t(l)];
}

double Agents::objective(int i, std::span<const double> w) const {
  double sum = 0;
  problem_.data.with_rows([&](const auto& matrix) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (const Index r : rows(i))
        sum += loss.value(dot(matrix.row(r), w), problem_.data.y[std::size_t(r)]);
    });
  });
  return scale_ * sum + problem_.facts.regularisation / 2 * dot(DenseRow{w}, w);
}

Stream noise_stream(const RunContext& context, int i) {
  return context.stream(Purpose::noise, std::uint64_t(i) + 1);
}

Stream weight_stream(const RunContext& context, int i) {
  return context.stream(Purpose::noise, weights_from + std::uint64_t(i));
}

void look_at_round(const RunContext& context,
                   std::int64_t round,
                   std::span<const double> iterates,
                   int agents,
                   double sent_bytes,
                   std::optional<double> realised_loss) {
  if (!context.wants(round)) return;
  context.look({.round = round,
                .iterates = iterates,
                .agents = agents,
                .sent_bytes = sent_bytes,
                .realised_loss = realised_loss});
}

void finish(Solution& out, std::vector<double> x, int agents) {
  const std::size_t d = x.size() / std::size_t(agents);
  out.w.assign(d, 0.0);
  for (std::size_t i = 0; i < std::size_t(agents); ++i)
    for (std::size_t l = 0; l < d; ++l) out.w[l] += x[i * d + l] / double(agents);
  out.agents = std::move(x);
}

}  // namespace dpsco
