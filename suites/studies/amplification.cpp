#include "suites/studies/amplification.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/core/check.hpp"
#include "framework/core/laplace_uniform.hpp"
#include "privacy/numeric/laplace_uniform.hpp"

namespace dpsco {

namespace {

/// Over outputs from one shift to the left of the interval to two to the right of it.
double largest_loss(const LaplaceUniform& law, double shift) {
  constexpr int points = 2000;
  const double low = -shift, high = law.width + 2 * shift;
  double largest = 0;
  for (int i = 0; i <= points; ++i)
    largest = std::max(largest, std::abs(law.loss(low + (high - low) * i / points, shift)));
  return largest;
}

struct Figure {
  const char* title;
  double AmplificationRow::*value;
};
constexpr Figure figures[] = {
    {"gamma: mean realised loss / (beta s). An average over outputs, NOT a guarantee",
     &AmplificationRow::gamma},
    {"worst case: largest loss over outputs / (beta s). The guarantee of pure local privacy",
     &AmplificationRow::worst_case},
    {"probability that an output realises the worst case", &AmplificationRow::worst_probability},
    {"kappa: factor on zCDP rho at a small shift (a guarantee through privacy/accountants zcdp, "
     "rdp)",
     &AmplificationRow::kappa},
    {"the same factor with Gaussian noise of equal variance: always the smaller one",
     &AmplificationRow::gaussian},
};

}  // namespace

std::vector<AmplificationRow> amplification_rows(std::span<const double> omegas,
                                                 std::span<const double> betas,
                                                 double shift) {
  const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
  require(positive(shift), "shift = {}: expected a positive number such as 0.001", shift);
  std::vector<AmplificationRow> rows;
  for (const double omega : omegas)
    for (const double beta : betas) {
      require(positive(omega) && positive(beta),
              "omega = {}, beta = {}: expected positive numbers",
              omega,
              beta);
      const double z = beta * omega, e = beta * shift;
      rows.push_back({.omega = omega,
                      .beta = beta,
                      .gamma = mixture_gamma(z, e),
                      .worst_case = largest_loss({.rate = beta, .width = omega}, shift) / e,
                      .worst_probability = mixture_worst_probability(z, e),
                      .kappa = mixture_kappa(z),
                      .gaussian = mixture_kappa(z) / mixture_information_times_variance(z)});
    }
  return rows;
}

std::string amplification_text(std::span<const AmplificationRow> rows, double shift) {
  std::vector<double> omegas, betas;
  const auto collect = [](std::vector<double>& seen, double v) {
    if (std::find(seen.begin(), seen.end(), v) == seen.end()) seen.push_back(v);
  };
  for (const AmplificationRow& row : rows) {
    collect(omegas, row.omega);
    collect(betas, row.beta);
  }
  std::string text = fmt::format(
      "Laplace noise of rate beta, random weight of width omega, shift s = alpha B = {}\n", shift);
  for (const Figure& figure : figures) {
    text += fmt::format("\n{}\n\n{:>8}", figure.title, "omega");
    for (const double beta : betas) text += fmt::format("{:>11}", fmt::format("beta={:g}", beta));
    text += '\n';
    for (const double omega : omegas) {
      text += fmt::format("{:>8.2f}", omega);
      for (const double beta : betas) {
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const AmplificationRow& r) {
          return r.omega == omega && r.beta == beta;
        });
        text += row == rows.end() ? fmt::format("{:>11}", "-")
                                  : fmt::format("{:>11.6f}", (*row).*figure.value);
      }
      text += '\n';
    }
  }
  return text +
         "\nReading: gamma falls with omega and beta, but the worst case does not move: random "
         "weights leave pure local\nprivacy as it is. What they do gain, kappa on zCDP, is less "
         "than what Gaussian noise of the same variance gains.\n";
}

std::string amplification_json(std::span<const AmplificationRow> rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const AmplificationRow& row : rows)
    list.push_back({{"omega", row.omega},
                    {"beta", row.beta},
                    {"gamma", row.gamma},
                    {"worst_case", row.worst_case},
                    {"worst_probability", row.worst_probability},
                    {"kappa", row.kappa},
                    {"gaussian", row.gaussian}});
  return list.dump(2) + "\n";
}

Chart amplification_chart(std::span<const AmplificationRow> rows) {
  Chart chart{.id = "amplification", .title = "What random weights gain, against beta omega"};
  std::size_t style = 0;
  const auto add_line = [&](const char* name, double AmplificationRow::*value, bool dashed) {
    ChartLine line{.name = name, .style = style++, .dashed = dashed};
    for (const AmplificationRow& row : rows)
      line.points.push_back({.x = row.beta * row.omega, .y = row.*value});
    std::sort(line.points.begin(), line.points.end(), [](const ChartPoint& a, const ChartPoint& b) {
      return a.x < b.x;
    });
    chart.lines.push_back(std::move(line));
  };
  add_line("worst case: guarantee", &AmplificationRow::worst_case, false);
  add_line("kappa: zCDP, small shifts", &AmplificationRow::kappa, false);
  add_line("the same of Gaussian noise", &AmplificationRow::gaussian, false);
  add_line("gamma, mean: NO guarantee", &AmplificationRow::gamma, true);
  std::vector<double> xs, ys{0};
  for (const ChartLine& line : chart.lines)
    for (const ChartPoint& point : line.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
  chart.x = value_axis("beta omega: width of the weight over the scale of the noise", xs, true);
  chart.y = value_axis("factor on the loss without weights", ys, false);
  return chart;
}

}  // namespace dpsco
