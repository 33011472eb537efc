#include "datasets/synthetic/sign_dataset.hpp"

#include <algorithm>
#include <cmath>

#include "datasets/synthetic/head_minimiser.hpp"
#include "datasets/synthetic/sign_population.hpp"
#include "datasets/synthetic/signs.hpp"

namespace dpsco {

namespace {

constexpr Index informative = 5;  ///< coordinates that w* uses

double to_uniform(std::uint64_t word) {
  return (double(word >> 11U) + 0.5) * 0x1p-53;
}

/// Each row takes its words of signs and then one word for the label.
Data draw_rows(Index n,
               std::span<const double> scale,
               std::span<const double> w_star,
               Stream stream) {
  constexpr std::size_t rows_at_once = 64;
  const std::size_t d = scale.size(), words = sign_words(d), rows = std::size_t(n);
  const std::size_t head = std::min<std::size_t>(d, informative);
  DenseMatrix x{.n = n, .d = Index(d)};
  x.values.reserve(rows * d);  // appended row by row: memory is touched once
  std::vector<double> y, row(d);
  y.reserve(rows);
  std::vector<std::uint64_t> bits(rows_at_once * (words + 1));
  for (std::size_t first = 0; first < rows; first += rows_at_once) {
    const std::size_t count = std::min(rows_at_once, rows - first);
    const auto block = std::span(bits).first(count * (words + 1));
    stream.fill_bits(block);
    for (std::size_t i = 0; i < count; ++i) {
      const auto mine = block.subspan(i * (words + 1), words + 1);
      signed_row(mine.first(words), scale, row);
      x.values.insert(x.values.end(), row.begin(), row.end());
      double margin = 0;
      for (std::size_t j = 0; j < head; ++j) margin += row[j] * w_star[j];
      y.push_back(to_uniform(mine[words]) < sigmoid(margin) ? 1 : -1);
    }
  }
  return {.x = std::move(x), .y = std::move(y)};
}

}  // namespace

DataBounds SignDataset::bounds() const {
  // |x_j| = sqrt(lambda_j) whatever the signs: every row has these norms.
  DataBounds all{.row_norm = 1, .radius = radius};
  for (const double lambda : eigenvalues()) {
    all.row_norm_1 += std::sqrt(lambda);
    all.row_norm_inf = std::max(all.row_norm_inf, std::sqrt(lambda));
  }
  all.row_norm_1 *= 1 + rounding_of_sum(d);
  return all;
}

LoadedData SignDataset::load(const Streams& streams) const {
  std::vector<double> scale = eigenvalues();
  for (double& value : scale) value = std::sqrt(value);
  const Index head = std::min<Index>(d, informative);
  std::vector<double> w_star(scale.size());
  std::fill_n(w_star.begin(), head, radius / std::sqrt(double(head)));

  LoadedData loaded{.bounds = bounds(), .radius_mark = Mark::oracle};
  loaded.spectrum = std::make_shared<const std::vector<double>>(eigenvalues());
  loaded.train = draw_rows(n, scale, w_star, streams.open(Purpose::data));
  loaded.population = std::make_shared<SignPopulation>(evaluation_rows,
                                                       std::move(scale),
                                                       std::move(w_star),
                                                       head,
                                                       streams.open(Purpose::evaluation));
  return loaded;
}

Facts SignDataset::shape() const {
  return {.n = n, .d = d, .bounds = bounds(), .radius_mark = Mark::oracle};
}

std::size_t SignDataset::bytes() const {
  const auto train = std::size_t(n) * std::size_t(d + 1) * sizeof(double);
  return train + SignTable::bytes(evaluation_rows, d) + std::size_t(d) * sizeof(double) +
         sizeof(SignPopulation);
}

}  // namespace dpsco
