#include "algorithms/central/full_gradient.hpp"

#include <algorithm>
#include <cassert>

#include "framework/core/parallel.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

constexpr std::int64_t grain = 4096;  // rows a leaf at most; halving leaves more than half of it
constexpr std::int64_t stride = grain / 2;
constexpr std::ptrdiff_t nothing = -1;

}  // namespace

FullGradient::FullGradient(const Problem& problem, int threads)
    : problem_(problem),
      threads_(threads),
      d_(std::size_t(problem.data.dimension())),
      // Leaves begin at least `stride` apart, so begin / stride tells them apart.
      partial_(std::size_t(problem.data.size() / stride + 1) * d_) {}

std::ptrdiff_t FullGradient::leaf(std::span<const double> w, Index begin, Index end) {
  const std::ptrdiff_t which = begin / stride;
  const auto sum = std::span(partial_).subspan(std::size_t(which) * d_, d_);
  std::fill(sum.begin(), sum.end(), 0.0);
  problem_.data.with_rows([&](const auto& rows) {
    with_loss(*problem_.loss, [&](const auto& loss) {
      for (Index i = begin; i < end; ++i) {
        const auto row = rows.row(i);
        add(loss.slope(dot(row, w), problem_.data.y[std::size_t(i)]), row, sum);
      }
    });
  });
  return which;
}

void FullGradient::at(std::span<const double> w, std::span<double> gradient) {
  assert(w.size() == d_ && gradient.size() == d_);
  const auto buffer = [&](std::ptrdiff_t which) {
    return std::span(partial_).subspan(std::size_t(which) * d_, d_);
  };
  const std::ptrdiff_t total = reduce_by(
      threads_,
      problem_.data.size(),
      grain,
      nothing,
      [&](Index begin, Index end) { return begin < end ? leaf(w, begin, end) : nothing; },
      [&](std::ptrdiff_t left, std::ptrdiff_t right) {
        if (left == nothing) return right;
        if (right == nothing) return left;
        const auto sum = buffer(left), more = buffer(right);
        for (std::size_t j = 0; j < d_; ++j) sum[j] += more[j];
        return left;
      });
  const double scale = total == nothing ? 0 : 1 / double(problem_.facts.n);
  const auto sum = buffer(std::max(total, std::ptrdiff_t{0}));
  for (std::size_t j = 0; j < d_; ++j)
    gradient[j] = scale * sum[j] + problem_.facts.regularisation * w[j];
}

void project_onto_ball(std::span<double> w, double radius) {
  const double size = norm(w);
  if (size > radius)
    for (double& coordinate : w) coordinate *= radius / size;
}

}  // namespace dpsco
