#include "algorithms/central/clipped_sgd.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "algorithms/central/iterates.hpp"
#include "framework/problem/losses/losses.hpp"

namespace dpsco {

namespace {

/// Draws the batches one after another; indices() is the current one.
class BatchSampler {
 public:
  BatchSampler(Stream stream, Index records, const ClippedSgdSizes& sizes, Batches batches)
      : stream_(stream), records_(records), sizes_(sizes), batches_(batches) {
    current_.reserve(std::size_t(records));
    if (batches_ != Batches::poisson) {
      order_.resize(std::size_t(records));
      std::iota(order_.begin(), order_.end(), Index{0});
    }
  }
  const std::vector<Index>& next() {
    current_.clear();
    if (batches_ == Batches::poisson) {
      poisson();
      return current_;
    }
    if (batches_ == Batches::fixed || place_ >= records_) place_ = 0;
    const bool shuffled = batches_ == Batches::shuffled;
    // Fisher-Yates from the place reached: of an epoch's order if shuffled, afresh if fixed.
    const Index end = std::min(records_, place_ + sizes_.batch);
    for (Index i = place_; i < end; ++i) {
      const Index j = i + Index(stream_.below(std::uint64_t(records_ - i)));
      std::swap(order_[std::size_t(i)], order_[std::size_t(j)]);
      current_.push_back(order_[std::size_t(i)]);
    }
    if (shuffled) place_ = end;
    return current_;
  }

 private:
  void poisson() {
    const double q = double(sizes_.batch) / double(sizes_.n);
    for (Index i = 0; i < records_; ++i) {
      if (q < 1) {  // the gap to the next member is geometric
        const double gap = std::floor(std::log(stream_.uniform()) / std::log1p(-q));
        if (!(gap < double(records_ - i))) return;
        i += Index(gap);
      }
      current_.push_back(i);
    }
  }

  Stream stream_;
  Index records_, place_ = 0;
  const ClippedSgdSizes& sizes_;
  Batches batches_;
  std::vector<Index> order_, current_;
};

struct ClippedSgdPlan final : Plan {
  ClippedSgdPlan(Ledger claim,
                 const ClippedSgdChoice& wanted,
                 const ClippedSgdSizes& planned,
                 double l2,
                 double noise)
      : Plan(std::move(claim),
             {{"T", double(planned.steps)},
              {"batch", double(planned.batch)},
              {"eta", planned.eta},
              {"sigma", noise}}),
        choice(wanted),
        sizes(planned),
        lambda(l2),
        sigma(noise) {}
  ClippedSgdChoice choice;
  ClippedSgdSizes sizes;
  double lambda, sigma;

  Solution run(const Problem& problem, RunContext& context) const override {
    const auto d = std::size_t(problem.data.dimension());
    Solution out{.w = std::vector<double>(d, 0.0)};
    std::vector<double> gradient(d);
    IterateMean mean(d);
    BatchSampler sampler(
        context.stream(Purpose::sampling), problem.data.size(), sizes, choice.batches);
    Stream noise = context.stream(Purpose::noise);
    problem.data.with_rows([&](const auto& rows) {
      with_loss(*problem.loss, [&](const auto& loss) {
        for (std::int64_t t = 0; t < sizes.steps && context.keep_going(); ++t) {
          if (choice.average) mean.include(out.w);
          for (std::size_t j = 0; j < d; ++j) gradient[j] = lambda * out.w[j];
          for (const Index i : sampler.next()) {
            const auto row = rows.row(i);
            const double slope = loss.slope(dot(row, out.w), problem.data.y[std::size_t(i)]);
            const double size = std::abs(slope) * std::sqrt(squared_norm(row));
            const double keep = size > choice.clip ? choice.clip / size : 1;
            add(keep * slope / double(sizes.batch), row, gradient);
            ++out.gradients;
          }
          if (sigma > 0) {
            noise.noisy_step(out.w, gradient, sizes.eta, 1, sizes.eta * sigma);
          } else {
            for (std::size_t j = 0; j < d; ++j) out.w[j] -= sizes.eta * gradient[j];
          }
        }
      });
    });
    if (choice.average) out.w = mean.take();
    return out;
  }
};

}  // namespace

Batches batches_named(std::string_view name) {
  if (name == "poisson") return Batches::poisson;
  return name == "fixed" ? Batches::fixed : Batches::shuffled;
}

ClippedSgdSizes::ClippedSgdSizes(const ClippedSgdChoice& choice, std::int64_t records)
    : n(records), batch(std::min(choice.batch, records)) {
  epochs = std::int64_t(std::ceil(choice.epochs));
  steps = choice.batches == Batches::shuffled
              ? epochs * ((n + batch - 1) / batch)
              : std::int64_t(std::ceil(choice.epochs * double(n) / double(batch)));
  eta = choice.eta0 / (2 * choice.clip * std::sqrt(double(steps)));
}

std::shared_ptr<const Plan> clipped_sgd_plan(Ledger ledger,
                                             const ClippedSgdChoice& choice,
                                             const ClippedSgdSizes& sizes,
                                             double regularisation,
                                             double sigma) {
  return std::make_shared<ClippedSgdPlan>(std::move(ledger), choice, sizes, regularisation, sigma);
}

}  // namespace dpsco
