#include "algorithms/central/batch_sampler.hpp"

#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace dpsco {

Batches batches_named(std::string_view word) {
  if (word == "poisson") return Batches::poisson;
  return word == "fixed" ? Batches::fixed : Batches::shuffled;
}

BatchSampler::BatchSampler(Batches batches, Index n, Index declared, Index batch, Stream stream)
    : batches_(batches),
      n_(n),
      batch_(std::size_t(batch)),
      rate_(double(batch) / double(declared)),
      stream_(stream) {
  assert(1 <= batch && batch <= declared && (batches == Batches::poisson || batch <= n));
  if (batches == Batches::poisson) return;
  order_.resize(std::size_t(n));
  std::iota(order_.begin(), order_.end(), Index{0});
  used_ = order_.size();
}

std::span<const Index> BatchSampler::next() {
  if (batches_ == Batches::poisson) return next_poisson();
  if (batches_ == Batches::fixed) {  // the head of a Fisher-Yates shuffle of whatever order stands
    for (std::size_t k = 0; k < batch_; ++k)
      std::swap(order_[k], order_[k + stream_.below(order_.size() - k)]);
    return std::span(order_).first(batch_);
  }
  if (used_ + batch_ > order_.size()) {
    order_ = stream_.permutation(n_);
    used_ = 0;
  }
  used_ += batch_;
  return std::span(order_).subspan(used_ - batch_, batch_);
}

std::span<const Index> BatchSampler::next_poisson() {
  order_.clear();
  if (rate_ >= 1) {
    for (Index i = 0; i < n_; ++i) order_.push_back(i);
    return order_;
  }
  // The gap to the next member is geometric: floor(log u / log(1 - q)).
  const double scale = 1 / std::log1p(-rate_);
  for (double i = -1;;) {
    i += 1 + std::floor(std::log(stream_.uniform()) * scale);
    if (!(i < double(n_))) return order_;
    order_.push_back(Index(i));
  }
}

}  // namespace dpsco
