#include "privacy/audit/neighbours.hpp"

#include <cmath>

#include <fmt/format.h>

#include "privacy/audit/audit_loss.hpp"

namespace dpsco {

namespace {

struct LabelledRow {
  double scale = 0;  ///< the row is scale * u
  double y = 1;
};

LabelledRow other_row(Others others) {
  switch (others) {
    case Others::silent:
      return {.scale = 0, .y = 1};
    case Others::opposite:
      return {.scale = 1, .y = -1};
    case Others::pulling:
      return {.scale = 1, .y = 0};
  }
  return {};
}

void append(const LabelledRow& row, DenseMatrix& x, std::vector<double>& y) {
  x.values.insert(
      x.values.end(), std::size_t(x.d), row.scale == 0 ? 0 : row.scale / std::sqrt(double(x.d)));
  y.push_back(row.y);
  ++x.n;
}

}  // namespace

std::string_view name(Others others) {
  switch (others) {
    case Others::silent:
      return "silent";
    case Others::opposite:
      return "opposite";
    case Others::pulling:
      return "pulling";
  }
  return "?";
}

std::string describe(const Arrangement& arrangement) {
  std::string out = fmt::format(
      "n = {}, d = {}, others {}", arrangement.n, arrangement.d, name(arrangement.others));
  if (arrangement.others == Others::pulling)
    out += fmt::format(", L = {:.3g}", 1 / arrangement.width);
  return out;
}

Facts facts_of(const Arrangement& arrangement) {
  AuditLoss loss;
  loss.width = arrangement.width;
  loss.l2 = arrangement.l2;
  Facts facts{.n = arrangement.n, .d = arrangement.d};
  facts.constants = loss.constants(facts.bounds);
  facts.regularisation = loss.regularisation();
  return facts;
}

Neighbours make_neighbours(const Arrangement& arrangement, Adjacency adjacency, Index place) {
  auto loss = std::make_shared<AuditLoss>();
  loss->width = arrangement.width;
  loss->l2 = arrangement.l2;
  DenseMatrix here{.n = 0, .d = arrangement.d}, there = here;
  Neighbours pair;
  for (Index i = 0; i < arrangement.n; ++i) {
    if (i != place) {
      append(other_row(arrangement.others), here, pair.here.data.y);
      append(other_row(arrangement.others), there, pair.there.data.y);
      continue;
    }
    append({.scale = 1, .y = 1}, here, pair.here.data.y);
    if (adjacency == Adjacency::replace_one)
      append({.scale = 1, .y = -1}, there, pair.there.data.y);
    if (adjacency == Adjacency::zero_out) append({.scale = 0, .y = 1}, there, pair.there.data.y);
  }
  pair.here.data.x = std::move(here);
  pair.there.data.x = std::move(there);
  for (Problem* problem : {&pair.here, &pair.there}) {
    problem->loss = loss;
    problem->facts = facts_of(arrangement);
  }
  return pair;
}

}  // namespace dpsco
