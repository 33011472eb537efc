// Which agent holds which rows. Sizes are public and known before any data are seen; under
// label-skew the labels decide who gets which rows, never how many.
#pragma once

#include <span>
#include <vector>

#include "framework/core/random.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

/// How rows are dealt to agents.
struct Split {
  enum class Kind {
    even,        ///< a random permutation, cut in equal pieces (the first get the remainder)
    label_skew,  ///< sizes as even; agent i's share of positive labels ~ Dirichlet(c, c)
    listed,      ///< row k belongs to agent_of_row[k]
  };
  Kind kind = Kind::even;
  double concentration = 1;         ///< c > 0 of label_skew: small is skewed, large is even
  std::vector<int> agent_of_row{};  ///< [n], of listed

  /// [agents] rows each agent gets of n. Throws ConfigError if `listed` has not n rows.
  std::vector<Index> sizes(Index n, int agents) const;
};

/// Agents' rows, as positions in the data.
struct Shards {
  std::vector<Index> order{};  ///< [n] agent by agent
  std::vector<Index> start{};  ///< [agents + 1]

  std::span<const Index> rows(int i) const {
    const auto from = std::size_t(start[std::size_t(i)]);
    return std::span(order).subspan(from, std::size_t(start[std::size_t(i) + 1]) - from);
  }
};

/// Deals the rows. Deterministic in `stream`, which methods share, so that they see the same
/// agents. A label counts as positive if y > 0. Under label_skew the pools run dry: the last agents
/// take what is left.
Shards deal(const Split& split, const Data& data, int agents, Stream stream);

}  // namespace dpsco
