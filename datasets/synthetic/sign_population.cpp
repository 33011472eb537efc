#include "datasets/synthetic/sign_population.hpp"

#include <algorithm>
#include <cassert>

#include "datasets/synthetic/head_minimiser.hpp"

namespace dpsco {

namespace {

std::vector<double> products(std::span<const double> a, std::span<const double> b) {
  std::vector<double> out(a.size());
  for (std::size_t j = 0; j < a.size(); ++j) out[j] = a[j] * b[j];
  return out;
}

}  // namespace

SignPopulation::SignPopulation(
    Index rows, std::vector<double> scale, std::vector<double> w_star, Index head, Stream stream)
    : table_(rows, std::move(scale), stream), w_star_(std::move(w_star)), head_(std::size_t(head)) {
  assert(head_ <= 8 && head_ <= w_star_.size() && w_star_.size() == table_.scale().size());
  const std::span<const double> w(w_star_);
  const auto margins = signed_sums(products(table_.scale().first(head_), w.first(head_)));
  for (std::size_t byte = 0; byte < margins.size(); ++byte)
    probability_[byte] = sigmoid(margins[byte]);
  for (const std::uint8_t byte : table_.first_bytes()) ++count_[byte];
}

std::vector<double> SignPopulation::minimiser(const Loss& loss) const {
  const std::span<const double> w(w_star_);
  std::vector<double> all =
      head_minimiser(loss, table_.scale().first(head_), w.first(head_), w.first(head_));
  all.resize(w_star_.size());
  return all;
}

double SignPopulation::risk(const Loss& loss, std::span<const double> w) const {
  const auto expected = [&](double a, std::size_t byte) {
    const double p = probability_[byte];
    return p * loss.value(a, 1) + (1 - p) * loss.value(a, -1);
  };
  const std::size_t first = std::min<std::size_t>(8, w.size());
  double sum = 0;
  if (std::all_of(w.begin() + std::ptrdiff_t(first), w.end(), [](double v) { return v == 0; })) {
    // Comparators have a zero tail: rows with equal signs in front share their value.
    const auto margins = signed_sums(products(table_.scale().first(first), w.first(first)));
    for (std::size_t byte = 0; byte < margins.size(); ++byte)
      if (count_[byte] > 0) sum += count_[byte] * expected(margins[byte], byte);
  } else {
    const std::vector<double> margins = table_.margins(w);
    const auto bytes = table_.first_bytes();
    for (std::size_t i = 0; i < margins.size(); ++i) sum += expected(margins[i], bytes[i]);
  }
  return sum / double(table_.rows());
}

double SignPopulation::excess_risk(const Loss& loss,
                                   std::span<const double> w,
                                   std::span<const double> v) const {
  assert(w.size() == w_star_.size() && v.size() == w_star_.size());
  return risk(loss, w) - risk(loss, v);
}

std::size_t SignPopulation::bytes() const {
  return table_.bytes() + w_star_.size() * sizeof(double) + sizeof(*this);
}

}  // namespace dpsco
