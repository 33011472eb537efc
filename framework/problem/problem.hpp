// Facts are public, data are private, truth is for the judges: three types, so that a plan can't
// look at data and an algorithm can't look at the answer (docs/design.md, "Data flows one way").
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "framework/core/interface.hpp"
#include "framework/problem/loss.hpp"
#include "framework/problem/matrix.hpp"

namespace dpsco {

/// Where a public number comes from; the mark travels to the table.
enum class Mark {
  declared,  ///< stated by the user or by the data set's schema
  oracle,  ///< known because the data are synthetic, or tuned on the answer: not available in life
};
inline std::string_view name(Mark mark) {
  return mark == Mark::declared ? "declared" : "oracle";
}

/// What may be known without privacy cost. All an algorithm's plan may see, besides its budget.
struct Facts {
  Index n = 0;  ///< records in the training set; private under add_remove, so then declared
  Mark n_mark = Mark::declared;  ///< oracle: counted in the data
  Index d = 0;                   ///< dimension
  DataBounds bounds{};           ///< row norm, radius R
  Mark radius_mark = Mark::declared;
  LossConstants constants{};  ///< G, L, trace bound of the record losses, without the regulariser
  double regularisation = 0;  ///< lambda: the objective is mean loss + (lambda/2)||w||^2
  /// Bound on the dimension of the span of all rows that may come, if declared: fresh rows may
  /// leave the span of the training rows.
  std::optional<Index> rank{};
  /// Eigenvalues [d] of E[x x^T], known of synthetic data only (oracle): bounds may use it.
  std::shared_ptr<const std::vector<double>> spectrum{};

  // NOLINTBEGIN(readability-identifier-naming): the papers' letters, which every formula uses
  double G() const { return constants.lipschitz; }
  double L() const { return constants.smoothness; }
  double R() const { return bounds.radius; }
  /// phi's slope: |d phi/da| <= G / row_norm over R.
  double slope_bound() const { return constants.lipschitz / bounds.row_norm; }
  // NOLINTEND(readability-identifier-naming)
  /// Bound on ||x||_1: the declared one, or sqrt(d) row_norm.
  double row_norm_1() const;
  /// Bound on ||x||_inf: the declared one, or row_norm.
  double row_norm_inf() const;
};

/// What an algorithm runs on. Immutable, so threads share it without locks.
struct Problem {
  Data data{};  ///< [n, d] training examples, private
  std::shared_ptr<const Loss> loss{};
  Facts facts{};

  /// F(w) = mean_i phi(<w, x_i>, y_i) + (lambda/2)||w||^2.
  double objective(std::span<const double> w) const;
};

/// Exact knowledge of the distribution that synthetic data came from.
struct Population : Interface {
  /// Minimiser [d] of the population risk of `loss`.
  virtual std::vector<double> minimiser(const Loss& loss) const = 0;
  /// Mean over one fresh sample, the same for every call, of E[phi(<w,x>,y) - phi(<v,x>,y) | x]:
  /// labels are averaged out exactly. w, v [d].
  virtual double excess_risk(const Loss& loss,
                             std::span<const double> w,
                             std::span<const double> v) const = 0;
  virtual std::size_t bytes() const = 0;
};

/// Reference minimiser with a proof of quality: F(w) - min F <= gap.
struct Optimum {
  std::vector<double> w{};   ///< [d]
  double value = 0;          ///< F(w)
  double gap = 0;            ///< certificate, >= 0
  bool constrained = false;  ///< minimised over ||w|| <= R (lambda = 0), not over R^d
  int iterations = 0;        ///< Newton steps
};

/// What a data set hands over for one repetition.
struct LoadedData {
  Data train{};
  std::optional<Data> test{};
  DataBounds bounds{};
  Mark radius_mark = Mark::declared;
  std::shared_ptr<const Population> population{};
  std::shared_ptr<const std::vector<double>> spectrum{};  ///< as in Facts
};

/// What metrics may use and an algorithm may not.
struct Truth {
  std::optional<Data> test{};
  std::shared_ptr<const Population> population{};
  std::vector<double> population_minimiser{};  ///< [d]; empty without a population
  std::optional<Optimum> optimum{};            ///< of the training objective; only if a metric asks
};

}  // namespace dpsco
