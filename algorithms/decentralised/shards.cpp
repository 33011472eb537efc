#include "algorithms/decentralised/shards.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/decentralised/gamma_draw.hpp"
#include "framework/core/check.hpp"

namespace dpsco {

std::vector<Index> Split::sizes(Index n, int agents) const {
  std::vector<Index> out(std::size_t(agents), 0);
  if (kind == Kind::listed) {
    require(Index(agent_of_row.size()) == n,
            "the split file deals {} rows, the training set has {}: one line a row",
            agent_of_row.size(),
            n);
    for (const int agent : agent_of_row) ++out.at(std::size_t(agent));
    return out;
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = n / agents + (Index(i) < n % agents ? 1 : 0);
  return out;
}

namespace {

/// A share in [0, 1] of Dirichlet(c, c).
double share(double concentration, Stream& stream) {
  const double a = gamma_draw(stream, concentration), b = gamma_draw(stream, concentration);
  return a + b > 0 ? a / (a + b) : 0.5;  // both underflow only for a tiny c
}

std::vector<Index> skewed_order(const Split& split,
                                const Data& data,
                                const std::vector<Index>& sizes,
                                Stream& stream) {
  std::vector<Index> positive, negative, order;
  for (const Index row : stream.permutation(data.size()))
    (data.y[std::size_t(row)] > 0 ? positive : negative).push_back(row);
  const auto take = [&order](std::vector<Index>& pool, Index count) {
    order.insert(order.end(), pool.end() - count, pool.end());
    pool.resize(pool.size() - std::size_t(count));
  };
  for (const Index size : sizes) {
    const auto wish = Index(std::llround(share(split.concentration, stream) * double(size)));
    const Index least = std::max<Index>(0, size - Index(negative.size()));
    const Index most = std::min<Index>(size, Index(positive.size()));
    const Index count = std::clamp(wish, least, most);
    take(positive, count);
    take(negative, size - count);
  }
  return order;
}

}  // namespace

Shards deal(const Split& split, const Data& data, int agents, Stream stream) {
  const std::vector<Index> sizes = split.sizes(data.size(), agents);
  Shards out{.start = {0}};
  for (const Index size : sizes) out.start.push_back(out.start.back() + size);
  switch (split.kind) {
    case Split::Kind::even:
      out.order = stream.permutation(data.size());
      break;
    case Split::Kind::label_skew:
      out.order = skewed_order(split, data, sizes, stream);
      break;
    case Split::Kind::listed: {
      out.order.resize(std::size_t(data.size()));
      std::vector<Index> next(out.start.begin(), out.start.end() - 1);
      for (std::size_t row = 0; row < split.agent_of_row.size(); ++row)
        out.order[std::size_t(next[std::size_t(split.agent_of_row[row])]++)] = Index(row);
      break;
    }
  }
  return out;
}

}  // namespace dpsco
