// Who takes part in a step: the samplers whose events the ledger knows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

enum class Batches {
  poisson,   ///< every record with probability batch / declared, independently
  fixed,     ///< `batch` records, uniformly, without replacement, afresh each step
  shuffled,  ///< consecutive blocks of a random order, a new order every floor(n / batch) steps
};
/// pre: one of the three words.
Batches batches_named(std::string_view word);

class BatchSampler {
 public:
  /// `n` records at hand; `declared` is the public number that sets the Poisson rate.
  /// pre: 1 <= batch <= declared, and batch <= n unless Poisson.
  BatchSampler(Batches batches, Index n, Index declared, Index batch, Stream stream);
  /// The next step's records, valid until the next call. O(batch) expected; allocates nothing but
  /// a larger Poisson batch than before and the shuffled order.
  std::span<const Index> next();

 private:
  std::span<const Index> next_poisson();

  Batches batches_;
  Index n_;
  std::size_t batch_;
  double rate_;
  Stream stream_;
  std::vector<Index> order_{};  ///< a permutation of the records; Poisson: the batch
  std::size_t used_ = 0;
};

}  // namespace dpsco
