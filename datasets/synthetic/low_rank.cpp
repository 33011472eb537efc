#include "datasets/synthetic/low_rank.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

/// The features' population, seen through w's sums over equal columns.
class RepeatedPopulation final : public Population {
 public:
  /// roots [rank]: sqrt(copies) of every feature.
  RepeatedPopulation(std::shared_ptr<const Population> features,
                     std::vector<double> roots,
                     std::size_t d)
      : features_(std::move(features)), roots_(std::move(roots)), d_(d) {}

  std::vector<double> minimiser(const Loss& loss) const override {
    const std::vector<double> u = features_->minimiser(loss);
    std::vector<double> w(d_);
    for (std::size_t j = 0; j < d_; ++j) w[j] = u[j % u.size()] / roots_[j % u.size()];
    return w;
  }
  double excess_risk(const Loss& loss,
                     std::span<const double> w,
                     std::span<const double> v) const override {
    return features_->excess_risk(loss, of_features(w), of_features(v));
  }
  std::size_t bytes() const override {
    return features_->bytes() + roots_.size() * sizeof(double) + sizeof(*this);
  }

 private:
  std::vector<double> of_features(std::span<const double> w) const {
    std::vector<double> u(roots_.size());
    for (std::size_t j = 0; j < w.size(); ++j) u[j % u.size()] += w[j];
    for (std::size_t k = 0; k < u.size(); ++k) u[k] /= roots_[k];
    return u;
  }

  std::shared_ptr<const Population> features_;
  std::vector<double> roots_;
  std::size_t d_;
};

}  // namespace

std::unique_ptr<const SpikedDesign> LowRankDesign::features() const {
  require(rank <= d, "data set 'low-rank': rank = {} is above d = {}", rank, d);
  auto design = std::make_unique<SpikedDesign>();
  design->n = n;
  design->d = rank;
  design->evaluation_rows = evaluation_rows;
  design->radius = radius;
  return design;
}

std::vector<double> LowRankDesign::roots() const {
  std::vector<double> all;
  for (std::int64_t k = 0; k < rank; ++k) {
    const std::int64_t copies = (d - k + rank - 1) / rank;  // j < d with j mod rank = k
    all.push_back(std::sqrt(double(copies)));
  }
  return all;
}

DataBounds LowRankDesign::bounds() const {
  DataBounds all{.row_norm = 1, .radius = radius};
  const std::vector<double> lambda = features()->eigenvalues(), root = roots();
  for (std::size_t k = 0; k < root.size(); ++k) {
    all.row_norm_1 += root[k] * std::sqrt(lambda[k]);
    all.row_norm_inf = std::max(all.row_norm_inf, std::sqrt(lambda[k]) / root[k]);
  }
  all.row_norm_1 *= 1 + rounding_of_sum(d);
  return all;
}

LoadedData LowRankDesign::load(const Streams& streams) const {
  LoadedData loaded = features()->load(streams);
  loaded.bounds = bounds();
  const std::vector<double> root = roots();
  const auto& z = std::get<DenseMatrix>(loaded.train.x);
  DenseMatrix x{.n = n, .d = d};
  x.values.reserve(std::size_t(n * d));
  for (Index i = 0; i < n; ++i) {
    const std::span<const double> feature = z.row(i).values;
    for (std::size_t j = 0; j < std::size_t(d); ++j)
      x.values.push_back(feature[j % root.size()] / root[j % root.size()]);
  }
  loaded.train.x = std::move(x);
  // E[x x^T] has the features' eigenvalues: the columns of one feature are parallel.
  std::vector<double> lambda = *loaded.spectrum;
  lambda.resize(std::size_t(d));
  loaded.spectrum = std::make_shared<const std::vector<double>>(std::move(lambda));
  loaded.population = std::make_shared<RepeatedPopulation>(loaded.population, root, std::size_t(d));
  return loaded;
}

Facts LowRankDesign::shape() const {
  return {.n = n, .d = d, .bounds = bounds(), .radius_mark = Mark::oracle, .rank = rank};
}

std::size_t LowRankDesign::bytes() const {
  // The features' rows are held until all columns are made.
  return features()->bytes() + std::size_t(n * d + rank) * sizeof(double) +
         sizeof(RepeatedPopulation);
}

}  // namespace dpsco
