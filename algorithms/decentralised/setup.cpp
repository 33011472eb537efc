#include "algorithms/decentralised/setup.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "framework/runner/pinned_text.hpp"

namespace dpsco {

namespace {

bool is_inline_list(std::string_view text) {
  return text.find_first_not_of("0123456789-,; \n") == std::string_view::npos;
}

/// One agent's number a line; '#' starts a comment.
std::vector<int> listed_agents(std::string_view text, int agents) {
  std::vector<int> out;
  for (int line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) continue;
    int agent = -1;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), agent);
    require(
        error == std::errc() && rest == line.data() + line.size() && 0 <= agent && agent < agents,
        "line {} of the split list is '{}', expected an agent's number from 0 to {}",
        line_number,
        line,
        agents - 1);
    out.push_back(agent);
  }
  return out;
}

Outcome<Graph> make_graph(const NetworkMethod& method) {
  const int n = int(method.agents);
  const std::string& kind = method.graph;
  const Streams streams(std::uint64_t(method.graph_seed), "network", "network");
  if (kind == "ring") return ring_graph(n);
  if (kind == "grid") return grid_graph(n);
  if (kind == "complete") return complete_graph(n);
  if (kind == "star") return star_graph(n);
  if (kind == "erdos-renyi")
    return connected(erdos_renyi_graph(n, method.edge_probability, streams.open(Purpose::init)));
  if (kind == "list")
    return connected(listed_graph(
        n,
        is_inline_list(method.edge_list) ? method.edge_list : read_pinned_text(method.edge_list)));
  const std::int64_t most = method.agents * (method.agents - 1) / 2;
  const std::int64_t edges = method.edges == 0 ? std::min(2 * method.agents, most) : method.edges;
  if (edges < method.agents - 1 || edges > most)
    return Skip{fmt::format("a connected graph of {} agents needs {} to {} edges, edges = {}",
                            method.agents,
                            method.agents - 1,
                            most,
                            edges)};
  return random_connected_graph(n, edges, streams.open(Purpose::init));
}

}  // namespace

std::map<std::string, double> Setup::numbers(Adjacency adjacency) const {
  const double factor = sensitivity_factor(0, adjacency);
  return {{"agents", double(agents())},
          {"edges", double(network->graph().edges().size())},
          {"lambda_2", network->lambda_2()},
          {"lambda_n", network->lambda_n()},
          {"spectral_gap", network->spectral_gap()},
          {"rounds", double(rounds)},
          {"B_1", factor * C_1},
          {"B_2", factor * C_2},
          {"B_inf", factor * C_inf}};
}

Outcome<Setup> NetworkMethod::setup(const Facts& facts) const {
  if (facts.n < agents)
    return Skip{
        fmt::format("some agent would have b = 0 records: n = {} records for agents = {}; "
                    "the smallest admissible b is 1, so at most {} agents",
                    facts.n,
                    agents,
                    facts.n)};
  const double row_norm = facts.bounds.row_norm;
  if (!(std::isfinite(facts.slope_bound()) && row_norm > 0 && std::isfinite(row_norm)))
    return Skip{
        "the sensitivity B is missing: it needs a bound on the loss's slope and on the "
        "rows' norm, both > 0 and finite; take a Lipschitz loss and declare the row norm"};
  auto made = make_graph(*this);
  if (!made) return made.skip();

  Setup out;
  out.network = std::make_shared<const Network>(*std::move(made), weights);
  out.rounds = rounds;
  out.split = {.kind = split == "even"         ? Split::Kind::even
                       : split == "label-skew" ? Split::Kind::label_skew
                                               : Split::Kind::listed,
               .concentration = skew};
  if (split == "list") {
    out.split.agent_of_row = listed_agents(read_pinned_text(split_list), int(agents));
    if (Index(out.split.agent_of_row.size()) != facts.n)
      return Skip{fmt::format("the split list deals {} rows, the training set has {}",
                              out.split.agent_of_row.size(),
                              facts.n)};
  }
  const std::vector<Index> sizes = out.split.sizes(facts.n, int(agents));
  const auto least = std::min_element(sizes.begin(), sizes.end());
  if (*least == 0)
    return Skip{fmt::format("agent {} would have b = 0 records; the smallest admissible b is 1",
                            least - sizes.begin())};
  const double b = double(facts.n) / double(agents), slope = facts.slope_bound();
  out.share = b;
  out.C_1 = slope * facts.row_norm_1() / b;
  out.C_2 = facts.G() / b;
  out.C_inf = slope * facts.row_norm_inf() / b;
  out.lambda = facts.regularisation;
  out.crowding = double(*std::max_element(sizes.begin(), sizes.end())) / b;
  out.ell = facts.L() * out.crowding + out.lambda;
  return out;
}

}  // namespace dpsco
