#include "results/tables/fields.hpp"

#include <doctest/doctest.h>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

std::vector<StoredRun> three_runs() {
  StoredRun sgd;
  sgd.label = "sgd-fast";
  sgd.algorithm = "sgd";
  sgd.data = "spiked";
  sgd.n = 2000;
  sgd.d = 10;
  sgd.seed = "18446744073709551615";
  sgd.parameters = {{"algorithm.eta0", 32.0}, {"data.n", std::int64_t{2000}}, {"data.scale", 1.0}};
  StoredRun zero = sgd;
  zero.label = zero.algorithm = "zero";
  zero.parameters = {
      {"data.n", std::int64_t{2000}}, {"algorithm.scale", 2.0}, {"loss.kind", std::string("h")}};
  zero.d = 100;
  zero.target.epsilon = 0.5;
  StoredRun early = zero;  // failed before it had data
  early.status = Status::failed;
  early.n = early.d = 0;
  return {sgd, zero, early};
}

std::string error_of(auto call) {
  try {
    call();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

std::size_t count(const std::string& condition) {
  const auto runs = three_runs();
  return filtered(runs, std::vector{condition}).size();
}

}  // namespace

TEST_CASE("fields: fixed ones, parameters in full and short, and algorithm is the label") {
  const auto runs = three_runs();
  const auto value = [&](std::string_view name, std::size_t run) {
    const auto held = field_named(name, runs).of(runs[run]);
    return held ? to_text(*held) : "nothing";
  };
  CHECK(value("algorithm", 0) == "sgd-fast");
  CHECK(value("label", 0) == "sgd-fast");
  CHECK(value("algorithm.name", 0) == "sgd");
  CHECK(value("d", 1) == "100");
  CHECK(value("d", 2) == "nothing");
  CHECK(value("n", 2) == "2000");  // from the parameter
  CHECK(value("epsilon", 1) == "0.5");
  CHECK(value("status", 2) == "failed");
  CHECK(value("seed", 0) == "18446744073709551615");
  CHECK(value("eta0", 0) == "32");
  CHECK(value("algorithm.eta0", 0) == "32");
  CHECK(value("eta0", 1) == "nothing");
  CHECK(value("kind", 1) == "h");
}

TEST_CASE("fields: a label's end says how its method was tuned") {
  std::vector<StoredRun> runs = three_runs();
  const auto says = [&](const std::string& label) {
    runs[0].label = label;
    return std::get<std::string>(*field_named("method", runs).of(runs[0])) + "|" +
           std::get<std::string>(*field_named("tuning", runs).of(runs[0]));
  };
  CHECK(says("pnsgd") == "pnsgd|untuned");
  CHECK(says("pnsgd, oracle-tuned") == "pnsgd|oracle-tuned");
  CHECK(says("pnsgd, privately tuned") == "pnsgd|privately tuned");
  CHECK(says("oracle-tuned") == "oracle-tuned|untuned");
  CHECK(says(", oracle-tuned") == ", oracle-tuned|untuned");
}

TEST_CASE("fields: an unknown or ambiguous name is refused with help") {
  const auto runs = three_runs();
  CHECK(error_of([&] { field_named("eta1", runs); }) ==
        "no run has a field called 'eta1'; did you mean 'eta0'?");
  CHECK(error_of([&] { field_named("lable", runs); }) ==
        "no run has a field called 'lable'; did you mean 'label'?");
  CHECK(error_of([&] { field_named("scale", runs); }) ==
        "'scale' is ambiguous: say algorithm.scale or data.scale");
}

TEST_CASE("where: comparisons, lists, and runs without the field") {
  CHECK(count("label=zero") == 2);
  CHECK(count("algorithm=zero,sgd-fast") == 3);
  CHECK(count("label!=zero") == 1);
  CHECK(count("d=10") == 1);
  CHECK(count("d>=10") == 2);
  CHECK(count("d<100") == 1);
  CHECK(count("d<=100") == 2);
  CHECK(count("d>10") == 1);
  CHECK(count("epsilon=0.50") == 2);
  CHECK(count("epsilon=5e-1") == 2);
  CHECK(count("eta0!=1") == 3);  // those without an eta0 do not have that one
  CHECK(count("eta0!=32") == 2);
  CHECK(count("seed=18446744073709551615") == 3);
}

TEST_CASE("where: mistakes are sentences") {
  CHECK(error_of([] { count("label=zera"); }) ==
        "--where 'label=zera': no run has label = zera; did you mean 'zero'?");
  CHECK(error_of([] { count("label"); }) ==
        "--where 'label': expected FIELD=VALUE, or != < <= > >= for =");
  CHECK(error_of([] { count("=3"); }) != "accepted");
  CHECK(error_of([] { count("d="); }) != "accepted");
  CHECK(error_of([] { count("d!3"); }) != "accepted");
  CHECK(error_of([] { count("d<1,2"); }) == "--where 'd<1,2': < takes one value");
  const std::string nothing_near = error_of([] { count("dd=1"); });
  CHECK(nothing_near.starts_with(
      "no run has a field called 'dd'; expected one of algorithm, label, "));
}

}  // namespace dpsco
