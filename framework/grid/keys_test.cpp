#include "framework/grid/keys.hpp"

#include <functional>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "framework/core/canonical_json.hpp"
#include "framework/core/hashing.hpp"
#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

using namespace grid_testing;  // NOLINT(google-build-using-namespace): made for these tests

namespace {

// Everything that decides a run, to be changed one at a time.
struct Fields {
  std::string run = "repetitions = 1, seed = 1";
  std::string data = "name = 'spiked', n = 100, d = 10";
  std::string loss = "name = 'logistic', l2 = 0.5";
  std::string algorithm = "name = 'pnsgd', eta0 = 3";
  std::string privacy = "epsilon = 1, delta = 1e-5";
  std::string metrics = "['risk', 'accuracy']";
  std::string more{};

  std::string text() const {
    return fmt::format(
        "run = {{{}}}\n[[grid]]\ndata = {{{}}}\nloss = {{{}}}\nalgorithm = {{{}}}\nprivacy = "
        "{{{}}}\nmetrics = {}\n{}",
        run,
        data,
        loss,
        algorithm,
        privacy,
        metrics,
        more);
  }
};

Cell cell_of(const Fields& fields, const Catalog& plugins = catalog()) {
  return expand(parse_grid(fields.text(), "g.toml"), plugins).at(0);
}

}  // namespace

TEST_CASE("key: order, spelling of numbers and defaults written out do not matter") {
  const std::string key = cell_of({}).key;
  CHECK(key.size() == 64);
  const std::vector<Fields> same{
      {.data = "d = 10, n = 100, name = 'spiked'"},
      {.data = "name = 'spiked', n = 100.0, d = 1e1"},
      {.data = "name = 'spiked', n = [100], d = {lin = [10, 10, 2]}"},
      {.data = "name = 'spiked', n = 100, d = 10, norm = 10"},
      {.loss = "name = 'logistic', l2 = 5e-1"},
      {.algorithm = "eta0 = 3.0, name = 'pnsgd'"},
      {.algorithm = "name = 'pnsgd', eta0 = 0.3e1"},
      {.algorithm = "name = 'pnsgd', eta0 = 3, batch = 1, projection = 'ball'"},
      {.privacy = "delta = 0.00001, epsilon = 1.0"},
      {.privacy = "epsilon = 1e0, delta = 1e-5, adjacency = 'replace_one', calibrate = 'auto'"},
      {.metrics = "['accuracy', 'risk']"},
      {.run = "seed = 1"},
  };
  for (const Fields& fields : same) {
    CAPTURE(fields.text());
    CHECK(cell_of(fields).key == key);
  }
}

TEST_CASE("key: labels, accountants, bounds, threads, memory and timeout are no part of it") {
  const Cell cell = cell_of({});
  const std::vector<Fields> same{
      {.algorithm = "name = 'pnsgd', eta0 = 3, label = 'other'"},
      {.more = "bounds = ['theorem-1']"},
      {.more = "[accountants]\nuse = ['rdp']"},
      {.more = "[bounds]\nuse = ['theorem-1']"},
      {.run = "seed = 1, threads = 7, memory = '1GiB', timeout = 3"},
  };
  for (const Fields& fields : same) {
    CAPTURE(fields.text());
    CHECK(cell_of(fields).key == cell.key);
    CHECK(cell_of(fields).problem_key == cell.problem_key);
    CHECK(cell_of(fields).shared_key == cell.shared_key);
  }
}

TEST_CASE("key: any single change of what decides the numbers changes it") {
  const std::vector<Fields> different{
      {},
      {.run = "seed = 2"},
      {.data = "name = 'spiked', n = 101, d = 10"},
      {.data = "name = 'spiked', n = 100, d = 11"},
      {.data = "name = 'spiked', n = 10, d = 100"},
      {.data = "name = 'spiked', n = 100, d = 10, norm = 9"},
      {.data = "name = 'file'"},
      {.data = "name = 'file', path = 'a'"},
      {.loss = "name = 'logistic', l2 = 0.25"},
      {.loss = "name = 'hinge'"},
      {.algorithm = "name = 'pnsgd', eta0 = 3.0000000000000004"},
      {.algorithm = "name = 'pnsgd', eta0 = 3, batch = 2"},
      {.algorithm = "name = 'pnsgd', eta0 = 3, projection = 'none'"},
      {.algorithm = "name = 'zero'"},
      {.privacy = "epsilon = 2, delta = 1e-5"},
      {.privacy = "epsilon = 1, delta = 1e-6"},
      {.privacy = "epsilon = 1, delta = 1e-5, adjacency = 'add_remove'"},
      {.privacy = "epsilon = 1, delta = 1e-5, calibrate = 'rdp'"},
      {.metrics = "['risk']"},
      {.metrics = "['accuracy']"},
  };
  std::set<std::string> keys;
  for (const Fields& fields : different) {
    CAPTURE(fields.text());
    CHECK(keys.insert(cell_of(fields).key).second);
  }
  for (const char* kind : {"data", "loss", "algorithm", "accountant", "metric"}) {
    CAPTURE(kind);
    CHECK(keys.insert(cell_of({}, catalog(kind)).key).second);
  }
  const auto two = expand(parse_grid(Fields{.run = "repetitions = 2"}.text(), "g.toml"), catalog());
  CHECK(two[0].key != two[1].key);
}

TEST_CASE("key: other bytes behind the same file name are another run and another problem") {
  const Fields fields{.data = "name = 'file', path = 'a'"};
  const Cell before = cell_of(fields);
  File::hash = "badc0de";
  const Cell after = cell_of(fields);
  File::hash = "c0ffee";
  CHECK(before.key != after.key);
  CHECK(before.problem_key != after.problem_key);
  CHECK(before.shared_key != after.shared_key);
  CHECK(cell_of(fields).key == before.key);
}

TEST_CASE("key: it is the hash of canonical JSON, serialised part by part") {
  const Choice pnsgd{"pnsgd", {{"eta0", 3.0}, {"batch", std::int64_t{1}}, {"rule", "a\"b"}}};
  const KeyParts parts{.algorithm = plugin_json(pnsgd, 4),
                       .data = data_json({"file", {}}, 1, "c0ffee"),
                       .loss = plugin_json({"logistic", {}}, 2),
                       .privacy = privacy_json({1, 1e-5, Adjacency::zero_out}, "gdp", 3),
                       .metrics = R"({"risk":1})"};
  const std::string text = key_text(parts, 5, 18446744073709551615U);
  CHECK(
      text ==
      R"({"algorithm":{"name":"pnsgd","parameters":{"batch":1,"eta0":3.0,"rule":"a\"b"},"version":4},)"
      R"("data":{"content_hash":"c0ffee","name":"file","parameters":{},"version":1},)"
      R"("loss":{"name":"logistic","parameters":{},"version":2},"metrics":{"risk":1},)"
      R"("privacy":{"adjacency":"zero_out","calibrate":{"name":"gdp","version":3},)"
      R"("delta":1e-05,"epsilon":1.0},"repetition":5,"schema":1,"seed":18446744073709551615})");
  CHECK(canonical_json(nlohmann::json::parse(text)) == text);
  CHECK(cell_key(parts, 5, 18446744073709551615U) == sha256_hex(text));
}

TEST_CASE("problem key: data, loss, seed, and the repetition only if the data vary with it") {
  const auto cells = [](const Fields& fields) {
    return expand(parse_grid(fields.text(), "g.toml"), catalog());
  };
  const auto varying = cells({.run = "repetitions = 2"});
  CHECK(varying[0].problem_key != varying[1].problem_key);
  const auto fixed = cells({.run = "repetitions = 2", .data = "name = 'file'"});
  CHECK(fixed[0].problem_key == fixed[1].problem_key);
  CHECK(fixed[0].shared_key != fixed[1].shared_key);

  const std::string key = cell_of({}).problem_key;
  CHECK(cell_of({.algorithm = "name = 'zero'"}).problem_key == key);
  CHECK(cell_of({.privacy = "epsilon = 2, delta = 0.1"}).problem_key == key);
  CHECK(cell_of({.metrics = "['risk']"}).problem_key == key);
  CHECK(cell_of({.loss = "name = 'logistic'"}).problem_key != key);
  CHECK(cell_of({.data = "name = 'spiked', n = 101, d = 10"}).problem_key != key);
  CHECK(cell_of({.run = "seed = 2"}).problem_key != key);
}

TEST_CASE("shared key: data and repetition, so that methods and losses see the same draws") {
  const std::string key = cell_of({}).shared_key;
  CHECK(cell_of({.loss = "name = 'hinge'"}).shared_key == key);
  CHECK(cell_of({.algorithm = "name = 'zero'"}).shared_key == key);
  CHECK(cell_of({.privacy = "epsilon = 2, delta = 0.1"}).shared_key == key);
  CHECK(cell_of({.data = "name = 'spiked', n = 101, d = 10"}).shared_key != key);
  const auto two = expand(parse_grid(Fields{.run = "repetitions = 2"}.text(), "g.toml"), catalog());
  CHECK(two[0].shared_key == key);
  CHECK(two[1].shared_key != key);
}

TEST_CASE(
    "stream key: metrics do not move the noise, everything else that decides the numbers does") {
  const Cell base = cell_of({});
  const Cell other = cell_of({.metrics = "['risk']"});
  CHECK(other.key != base.key);
  CHECK(other.stream_key == base.stream_key);
  CHECK(cell_of({.loss = "name = 'hinge'"}).stream_key != base.stream_key);
  CHECK(cell_of({.algorithm = "name = 'zero'"}).stream_key != base.stream_key);
  CHECK(cell_of({.privacy = "epsilon = 2, delta = 0.1"}).stream_key != base.stream_key);
  CHECK(cell_of({.data = "name = 'spiked', n = 101, d = 10"}).stream_key != base.stream_key);
}

TEST_CASE("abbreviated keys: twelve digits or more that begin one key") {
  const std::string a = "0123456789ab" + std::string(52, 'c');
  const std::string b = "0123456789ab" + std::string(52, 'd');
  const std::string c = "f123456789ab" + std::string(52, 'd');
  const std::vector<std::string> keys{a, b, c, c};
  const auto error = [&](std::string_view prefix) {
    return error_of([&] { resolve_key(prefix, keys); });
  };
  CHECK(resolve_key("0123456789abc", keys) == a);
  CHECK(resolve_key("f123456789ab", keys) == c);
  CHECK(resolve_key(b, keys) == b);
  CHECK(error("0123456789ab") == "key '0123456789ab' is ambiguous: " + a + " and " + b);
  CHECK(error("f123456789ac") == "no run has key 'f123456789ac'; did you mean 'f123456789ab'?");
  CHECK(error("f123456789a") ==
        "'f123456789a' is not a key: write at least 12 of its hex digits (0-9, a-f)");
  CHECK(error("f123456789aB") ==
        "'f123456789aB' is not a key: write at least 12 of its hex digits (0-9, a-f)");
  CHECK(error(a + "0").starts_with("no run has key"));
}

}  // namespace dpsco
