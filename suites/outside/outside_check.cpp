#include "suites/outside/outside_check.hpp"

#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "framework/core/check.hpp"
#include "privacy/add_accountants.hpp"

namespace dpsco {

namespace {

double epsilon(const char* accountant, const Ledger& ledger, double delta) {
  const auto price = accountant_catalog().accountants.make(accountant)->price(ledger, delta);
  if (!price) throw ConfigError(std::string(accountant) + ": " + price.skip().reason);
  return price->epsilon;
}

struct Mean {
  double sum = 0;
  int count = 0;
};

/// The largest mean of `metric` over the settings of labels that start with `label`; NaN without
/// runs.
double best_mean(std::span<const StoredRun> runs,
                 const std::string& label,
                 const std::string& metric) {
  std::map<std::string, Mean> settings;
  for (const StoredRun& run : runs) {
    const auto value = run.metrics.find(metric);
    if (run.label.rfind(label, 0) != 0 || run.status != Status::ok || value == run.metrics.end())
      continue;
    const auto eta0 = run.parameters.find("algorithm.eta0");
    const double step = eta0 == run.parameters.end() ? 0 : std::get<double>(eta0->second);
    Mean& mean = settings[fmt::format("{} {}", run.label, step)];
    mean.sum += value->second;
    ++mean.count;
  }
  double best = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [setting, mean] : settings)
    if (!(best >= mean.sum / mean.count)) best = mean.sum / mean.count;
  return best;
}

OutsideCheck adult(std::span<const StoredRun> runs, const char* label, double published) {
  return {.source = "Yu et al. 2019, Table 2, Adult",
          .what = fmt::format("test accuracy [%], {}", label),
          .published = published,
          .low = published - 1,
          .high = published + 1,
          .why =
              "one point: the source's rows are scaled otherwise (ours have norm 1), its splits "
              "differ, and a mean of 20 accuracies has a standard error of 0.1 to 0.3; settings "
              "are tuned on the answer there and here; replace_one is our reading, which fits all "
              "arms",
          .ours = 100 * best_mean(runs, label, "test_accuracy")};
}

}  // namespace

std::vector<OutsideCheck> accounting_checks() {
  // Abadi et al.: q = 0.01, noise 4, E epochs of 100 steps.
  const auto moments = [](std::int64_t epochs) {
    return Ledger{.adjacency = Adjacency::add_remove,
                  .events = {{PoissonSampled{0.01, {{Gaussian{4}}}}, 100 * epochs}}};
  };
  const std::string abadi = "Abadi et al. 2016, Figure 2's text";
  const std::string coarse =
      "2 %: the source prints three digits and takes whole orders up to 32; Mironov's conversion, "
      "which is the source's";
  const std::string improved =
      "0.5 %: our own reference by whole orders and the improved conversion, which the source does "
      "not have; said here so that nobody compares the two";
  const Ledger gaussians{.adjacency = Adjacency::add_remove,
                         .events = {{Gaussian{.noise_multiplier = 10}, 100},
                                    {Gaussian{.noise_multiplier = 10, .sensitivity = 2}, 25}}};
  const auto row = [](const std::string& source,
                      const std::string& what,
                      double published,
                      double relative,
                      const std::string& why,
                      double ours) {
    return OutsideCheck{.source = source,
                        .what = what,
                        .published = published,
                        .low = published * (1 - relative),
                        .high = published * (1 + relative),
                        .why = why,
                        .ours = ours};
  };
  return {row(abadi,
              "epsilon, E = 100, Mironov conversion",
              1.26,
              0.02,
              coarse,
              epsilon("rdp-mironov", moments(100), 1e-5)),
          row(abadi,
              "epsilon, E = 400, Mironov conversion",
              2.55,
              0.02,
              coarse,
              epsilon("rdp-mironov", moments(400), 1e-5)),
          row("improved conversion of the same",
              "epsilon, E = 100",
              1.035,
              0.005,
              improved,
              epsilon("rdp", moments(100), 1e-5)),
          row("improved conversion of the same",
              "epsilon, E = 400",
              2.213,
              0.005,
              improved,
              epsilon("rdp", moments(400), 1e-5)),
          row("Bun, Steinke 2016, Proposition 1.3",
              "epsilon of rho = 1, delta = 1e-5",
              7.786,
              0.0002,
              "four digits: a closed form",
              epsilon("zcdp", gaussians, 1e-5))};
}

std::vector<OutsideCheck> grid_checks(std::span<const StoredRun> runs) {
  const double first = best_mean(runs, "first-order", "excess_empirical_risk"),
               second = best_mean(runs, "second-order", "excess_empirical_risk");
  const std::string source = "Ganesh et al. 2023, their code, synthetic";
  return {
      adult(runs, "non-private", 84.8),
      adult(runs, "amp", 79.3),
      adult(runs, "dp-sgd", 80.4),
      adult(runs, "dp-gd", 80.9),
      {.source = source,
       .what = "excess risk of DP-GD, 100 steps",
       .published = 0.01802,
       .low = 0.0153,
       .high = 0.0207,
       .why = "15 %: sign rows for normalised Gaussian ones, a start at 0 for one on the sphere, "
              "a standard conversion for a slightly tighter one",
       .ours = first},
      {.source = source,
       .what = "excess risk of DP-GD over that of private Newton",
       .published = 0.01802 / 0.00427,
       .low = 0.01802 / 0.00427 / 1.5,
       .high = 0.01802 / 0.00427 * 1.5,
       .why = "a factor of 1.5: the ratio, not the seconds, is what another machine and another "
              "draw of the data should keep; the budget's shares are ours",
       .ours = first / second}};
}

std::string outside_text(const std::vector<OutsideCheck>& checks) {
  std::string text = fmt::format("Published numbers and ours\n\n{:<44} {:<50} {:>9} {:>20} {:>9}\n",
                                 "source",
                                 "quantity",
                                 "published",
                                 "band",
                                 "ours");
  for (const OutsideCheck& check : checks)
    text += fmt::format("{:<44} {:<50} {:>9.4g} {:>20} {:>9.4g}{}\n",
                        check.source,
                        check.what,
                        check.published,
                        fmt::format("[{:.4g}, {:.4g}]", check.low, check.high),
                        check.ours,
                        check.inside() ? "" : "  OUTSIDE");
  text += "\nWhy the bands are what they are\n";
  std::string last;
  for (const OutsideCheck& check : checks) {
    if (check.why != last) text += fmt::format("  {}: {}\n", check.source, check.why);
    last = check.why;
  }
  return text;
}

std::string outside_broken(const std::vector<OutsideCheck>& checks) {
  std::string text;
  for (const OutsideCheck& check : checks)
    if (!check.inside())
      text += fmt::format("{}, {}: {:.4g} is outside [{:.4g}, {:.4g}] ({} is published)\n",
                          check.source,
                          check.what,
                          check.ours,
                          check.low,
                          check.high,
                          check.published);
  return text;
}

}  // namespace dpsco
