// Consensus ADMM with noise in or on each agent's subproblem: what m-admm, dvp, pvp and
// recycled-admm share.
//
// Round    With f_i^t what agent i sent last, V_i its number of neighbours and lambda_i^0 = 0,
//            lambda_i <- lambda_i + (theta/2) sum_{j in N_i} (f_i^t - f_j^t)
//            f_i = argmin O_i(f) + <2 lambda_i + b, f> + eta sum_j ||f - (f_i^t + f_j^t)/2||^2
//                  + (ridge/2)||f||^2
//          and agent i sends f_i + b'. O_i is f_i of local_objectives.hpp, b and b' have density
//          exp(-||.||_2/scale) or are 0. eta, ridge and the scales may differ by agent and round.
// Privacy  Objective perturbation (b). With everything sent before fixed, b = -(grad O_i(f) + ...)
//          at the output f, so one record moves b by at most `factor` slope, and the Jacobian
//          of f -> b by a rank-one matrix: its determinant changes by a factor of at most
//          1 + curvature/(lambda + 2 eta V_i + ridge). Hence
//            loss <= factor slope/scale + log(1 + curvature/(lambda + 2 eta V_i + ridge)).
//          Output perturbation (b'). The argmin moves by at most
//          factor slope/(lambda + 2 eta V_i + ridge). slope and curvature: RecordWeight.
#pragma once

#include <functional>
#include <utility>

#include "algorithms/decentralised/setup.hpp"

namespace dpsco {

/// What one record may do to an agent's objective.
struct RecordWeight {
  double slope = 0;      ///< bound on the norm of its gradient, G N/n
  double curvature = 0;  ///< bound on its curvature, L N/n: c1 C/B_i in the papers' letters
  double factor = 2;     ///< 2 under replace_one, 1 otherwise
};
/// Rounded up. pre: finite L.
RecordWeight record_weight(const Setup& setup, const Facts& facts, Adjacency adjacency);
/// log(1 + curvature/ridge), rounded up. pre: ridge > 0.
double jacobian_loss(const RecordWeight& weight, double ridge);

/// One agent's numbers in one round.
struct PerturbedStep {
  double eta = 0;           ///< penalty > 0
  double ridge = 0;         ///< extra >= 0
  double inner_scale = 0;   ///< of b; 0: none
  double output_scale = 0;  ///< of b'; 0: none
  /// > 0: no look at the data; the noisy gradient of the last subproblem is used again,
  ///   f_i = f_i^t - (ghat_i + 2 lambda_i + eta sum_j (f_i^t - f_j^t))/(2 eta V_i + damping).
  double damping = 0;
};

struct PerturbedPlan final : Plan {
  /// step_at(round, agent), rounds from 0 on; `theta` is the dual step and `residual` the norm to
  /// which subproblems are solved, without output noise in units of 1 + ||grad|| at 0.
  PerturbedPlan(Ledger releases,
                std::map<std::string, double> numbers,
                Setup setup,
                std::function<PerturbedStep(std::int64_t, int)> step_at,
                double theta,
                double residual)
      : Plan(std::move(releases), std::move(numbers)),
        setup_(std::move(setup)),
        step_at_(std::move(step_at)),
        theta_(theta),
        residual_(residual) {}
  Solution run(const Problem& problem, RunContext& context) const override;

 private:
  Setup setup_;
  std::function<PerturbedStep(std::int64_t, int)> step_at_;
  double theta_, residual_;
};

/// Base of the methods.
struct PerturbedMethod : NetworkMethod {
 protected:
  /// As setup(), or a Skip if an agent has no neighbour to be penalised with.
  Outcome<Setup> setup_of_several(const Facts& facts) const;
};
/// The smallest number of neighbours of an agent: whose guarantee is the weakest.
int min_degree(const Graph& graph);

/// `eta` itself unless it is 0; then the smallest penalty >= .1 whose ledger, which must get
/// cheaper with it, costs at most the budget. Skip as the calibrator's.
Outcome<double> smallest_eta(double eta,
                             const Budget& budget,
                             const std::function<Ledger(double)>& ledger_at);

/// Row of a method's table that takes its pick of proofs.
template <class T>
Param<T> constants_row() {
  return word<T>("constants",
                 &T::constants,
                 "tight published",
                 "tight: derived here; published: as in the paper, never less noise");
}

}  // namespace dpsco
