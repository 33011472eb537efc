#include "privacy/numeric/loss_law_makers.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

const LossLaw nothing{.atoms = {{0, 0}}};

/// L of `view` at an atom or at infinity.
double sampled_loss(Segment::View view, double q, double g) {
  return loss(Segment{.view = view, .q = q}, g);
}

LossLaw sampled(const LossLaw& base, double q, Segment::View view) {
  LossLaw law = base;
  for (Segment& segment : law.segments) {
    segment.view = view;
    segment.q = q;
  }
  const bool remove = view == Segment::View::remove;
  for (Atom& atom : law.atoms) {
    const double l = sampled_loss(view, q, atom.loss);
    if (remove) atom.log_mass += l - atom.loss;  // P0 holds e^-g of P1's mass, P holds e^L of P0's
    atom.loss = l;
  }
  if (base.infinite_mass > 0 && q < 1) {
    // An output that only P1 (only P0) can give: P and Q differ there by the factor 1-q.
    const double edge = std::log1p(-q), mass = std::log(base.infinite_mass);
    law.atoms.push_back(remove ? Atom{edge, edge + mass} : Atom{-edge, mass});
    law.infinite_mass = remove ? q * base.infinite_mass : 0;
  }
  return law;
}

void clip(LossLaw& law, bool positive) {
  std::vector<Segment> kept;
  for (Segment segment : law.segments) {
    (positive ? segment.low : segment.high) = 0;  // L = 0 is g = 0 in both views
    kept.push_back(segment);
  }
  law.segments = std::move(kept);
  std::erase_if(law.atoms,
                [&](const Atom& atom) { return positive ? atom.loss <= 0 : atom.loss >= 0; });
  if (!positive) law.infinite_mass = 0;
}

/// P1(g > 0) - P0(g > 0) and P1(g = 0) of a base law.
double advantage(const LossLaw& base) {
  double sum = base.infinite_mass;
  for (const Segment& segment : base.segments)
    sum += segment.base == Segment::Base::gaussian
               ? std::erf(segment.scale / (2 * std::sqrt(2.0)))
               : -std::expm1(-segment.scale / 2) * -std::expm1(-segment.scale / 2) / 2;
  for (const Atom& atom : base.atoms)
    if (atom.loss > 0) sum += std::exp(atom.log_mass) * -std::expm1(-atom.loss);
  return sum;
}

}  // namespace

LossLaw gaussian_law(double mu) {
  if (mu == 0) return nothing;
  return {.segments = {{.base = Segment::Base::gaussian, .scale = mu}}};
}

LossLaw laplace_law(double c) {
  if (c == 0) return nothing;
  return {.segments = {{.base = Segment::Base::laplace, .scale = c, .low = -c, .high = c}},
          .atoms = {{-c, -c - std::log(2.0)}, {c, -std::log(2.0)}}};
}

LossLaw pure_law(double epsilon) {
  return approximate_law(epsilon, 0);
}

LossLaw approximate_law(double epsilon, double delta) {
  const double log_kept = std::log1p(-delta);
  LossLaw law{.infinite_mass = delta};
  if (delta == 1) return law;
  if (epsilon == 0) {
    law.atoms = {{0, log_kept}};
    return law;
  }
  const double log_true = log_kept - std::log1p(std::exp(-epsilon));
  law.atoms = {{-epsilon, log_true - epsilon}, {epsilon, log_true}};
  return law;
}

LossLaw profile_law(std::span<const double> epsilon, std::span<const double> delta) {
  require(!epsilon.empty() && epsilon.size() == delta.size(),
          "privacy_profile: epsilon and delta must have the same length >= 1, have {} and {}",
          epsilon.size(),
          delta.size());
  // On alpha up to the fixed point alpha = f(alpha) the trade-off function is the maximum of the
  // lines 1 - delta_i - e^epsilon_i alpha; beyond it the mirror image.
  struct Line {
    double epsilon, height;
  };
  std::vector<Line> lines;
  double lost = 1;  // the smallest delta
  for (std::size_t i = 0; i < epsilon.size(); ++i) {
    require(epsilon[i] >= 0 && 0 <= delta[i] && delta[i] <= 1,
            "privacy_profile: point {} = ({}, {}) must have epsilon >= 0 and delta in [0, 1]",
            i,
            epsilon[i],
            delta[i]);
    lost = epsilon[i] <= 600 ? std::min(lost, delta[i]) : lost;
    if (epsilon[i] <= 600) lines.push_back({epsilon[i], 1 - delta[i]});
  }
  LossLaw law{.infinite_mass = lost};
  // Walk along the envelope from alpha = 0: the highest line first, then whichever flatter line it
  // meets first, until the fixed point.
  const auto fixed_point = [](const Line& line) {
    return line.height / (1 + std::exp(line.epsilon));
  };
  double alpha = 0;
  const auto better = [](const Line& a, const Line& b) {
    return a.height > b.height || (a.height == b.height && a.epsilon < b.epsilon);
  };
  const Line* line = nullptr;
  for (const Line& candidate : lines)
    if (line == nullptr || better(candidate, *line)) line = &candidate;
  while (line != nullptr) {
    double next = fixed_point(*line);
    const Line* successor = nullptr;
    for (const Line& other : lines) {
      if (other.epsilon >= line->epsilon) continue;
      const double meet =
          (line->height - other.height) / (std::exp(line->epsilon) - std::exp(other.epsilon));
      if (meet < next ||
          (successor != nullptr && meet == next && other.epsilon < successor->epsilon)) {
        next = std::max(meet, alpha);
        successor = &other;
      }
    }
    if (next > alpha) {
      const double log_width = std::log(next - alpha);
      law.atoms.push_back({line->epsilon, line->epsilon + log_width});
      if (line->epsilon > 0) law.atoms.push_back({-line->epsilon, log_width});
    }
    // A line of slope -1 is its own mirror image: both halves are at loss 0.
    if (line->epsilon == 0 && next > alpha) law.atoms.back().log_mass += std::log(2.0);
    alpha = next;
    line = successor;
  }
  return law;
}

LossLaw poisson_remove_law(const LossLaw& base, double q) {
  return sampled(base, q, Segment::View::remove);
}

LossLaw poisson_add_law(const LossLaw& base, double q) {
  return sampled(base, q, Segment::View::add);
}

LossLaw without_replacement_law(const LossLaw& base, double q) {
  if (q == 1) return base;
  LossLaw law = sampled(base, q, Segment::View::remove);
  clip(law, true);
  LossLaw negative = sampled(base, q, Segment::View::add);
  clip(negative, false);
  law.segments.insert(law.segments.end(), negative.segments.begin(), negative.segments.end());
  law.atoms.insert(law.atoms.end(), negative.atoms.begin(), negative.atoms.end());
  double at_zero = (1 - q) * advantage(base);
  for (const Atom& atom : base.atoms)
    if (atom.loss == 0) at_zero += std::exp(atom.log_mass);
  law.atoms.push_back({0, std::log(at_zero)});
  return law;
}

LossLaw poisson_opposite_law(double mu, double q) {
  return {.segments = {{.view = Segment::View::replace, .scale = mu, .q = q}}};
}

}  // namespace dpsco
