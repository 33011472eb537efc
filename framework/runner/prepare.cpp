#include "framework/runner/prepare.hpp"

#include <cmath>
#include <exception>
#include <new>
#include <utility>

#include "framework/core/check.hpp"

namespace dpsco {

std::size_t PreparedProblem::bytes() const {
  return problem.data.bytes() + (truth.test ? truth.test->bytes() : 0) +
         (truth.population ? truth.population->bytes() : 0);
}

Facts public_facts(const Facts& shape, const Loss& loss) {
  const double row_norm = shape.bounds.row_norm, radius = shape.bounds.radius;
  require(row_norm > 0 && std::isfinite(row_norm),
          "the row-norm bound must be positive and finite, is {}",
          row_norm);
  require(radius > 0 && std::isfinite(radius), "R must be positive and finite, is {}", radius);
  Facts facts = shape;
  facts.constants = loss.constants(shape.bounds);
  facts.regularisation = loss.regularisation();
  return facts;
}

namespace {

/// Declared numbers are what plans are made from, so data that contradict them can't be run.
Facts facts_of(const Cell& cell, const Dataset& dataset, const LoadedData& loaded) {
  Facts facts = dataset.shape();
  const Index n = loaded.train.size(), d = loaded.train.dimension();
  require(n > 0 && d > 0, "data set '{}' loaded {} rows of dimension {}", cell.data.name, n, d);
  require(facts.n == 0 || facts.n == n,
          "data set '{}' declares n = {} training rows but loaded {}",
          cell.data.name,
          facts.n,
          n);
  require(facts.d == 0 || facts.d == d,
          "data set '{}' declares d = {} but loaded d = {}",
          cell.data.name,
          facts.d,
          d);
  facts.n = n;
  facts.d = d;
  facts.bounds = loaded.bounds;
  facts.radius_mark = loaded.radius_mark;
  facts.spectrum = loaded.spectrum;
  return facts;
}

std::shared_ptr<const PreparedProblem> load(const Cell& cell,
                                            const Catalog& catalog,
                                            const Services& services,
                                            bool need_optimum) {
  const auto dataset = catalog.datasets.make(cell.data.name, cell.data.parameters);
  std::shared_ptr<const Loss> loss = catalog.losses.make(cell.loss.name, cell.loss.parameters);
  LoadedData loaded = dataset->load(Streams(cell.seed, cell.shared_key, ""));
  const Facts facts = public_facts(facts_of(cell, *dataset, loaded), *loss);

  auto prepared = std::make_shared<PreparedProblem>();
  prepared->problem = {.data = std::move(loaded.train), .loss = loss, .facts = facts};
  prepared->data_hash = dataset->content_hash();
  prepared->truth = {.test = std::move(loaded.test), .population = loaded.population};
  if (loaded.population) prepared->truth.population_minimiser = loaded.population->minimiser(*loss);
  if (need_optimum) {
    require(bool(services.find_optimum), "no reference solver was given to the runner");
    Outcome<Optimum> optimum = services.find_optimum(prepared->problem);
    if (optimum) {
      prepared->truth.optimum = *std::move(optimum);
    } else {
      prepared->no_optimum = optimum.skip().reason;
    }
  }
  return prepared;
}

}  // namespace

std::string reason_of_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "oom";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "threw something that is not a std::exception";
  }
}

Preparation prepare_problem(const Cell& cell,
                            const Catalog& catalog,
                            const Services& services,
                            bool need_optimum) noexcept {
  try {
    return {.prepared = load(cell, catalog, services, need_optimum)};
  } catch (...) {
    return {.failure = reason_of_exception()};
  }
}

Preparation prepare_problem(const Cell& cell, const Toolbox& tools, bool need_optimum) noexcept {
  return prepare_problem(cell, tools.catalog(), tools.services(), need_optimum);
}

}  // namespace dpsco
