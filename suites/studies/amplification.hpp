// What random weights do to one release, in numbers: the question of the suite ldp-amplification.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/report/chart.hpp"

namespace dpsco {

/// Figures of a coordinate with Laplace noise of rate beta, a uniform weight of width omega and a
/// record that shifts it by `shift`. All but the first two are without unit.
struct AmplificationRow {
  double omega = 0, beta = 0;
  double gamma = 0;              ///< mean of the realised |loss| over beta shift: no guarantee
  double worst_case = 0;         ///< largest |loss| over outputs over beta shift: the guarantee
  double worst_probability = 0;  ///< how often that largest loss is realised
  double kappa = 0;     ///< Fisher information over Laplace's: the small-shift factor on zCDP rho
  double gaussian = 0;  ///< the same factor of Gaussian noise of the mixture's variance
};

/// A row for every omega and, within, every beta. The worst case is searched over outputs, not
/// assumed. Throws ConfigError unless all are positive and finite.
std::vector<AmplificationRow> amplification_rows(std::span<const double> omegas,
                                                 std::span<const double> betas,
                                                 double shift);

/// A grid for each figure, omega down and beta across, with what it means.
std::string amplification_text(std::span<const AmplificationRow> rows, double shift);
/// A JSON list with one object a row, keyed by the fields' names.
std::string amplification_json(std::span<const AmplificationRow> rows);
/// The factors against beta omega, on which alone they depend while shifts are small.
Chart amplification_chart(std::span<const AmplificationRow> rows);

}  // namespace dpsco
