#include "results/environment/environment.hpp"

#include <array>
#include <unistd.h>

#include <doctest/doctest.h>

#include "results/environment/build_info.hpp"

namespace dpsco {

TEST_CASE("environment: it says what was built, with what, and where it runs") {
  const nlohmann::json env = environment();
  const BuildInfo& info = build_info();
  CHECK(info.sources.size() == 64);
  CHECK(info.flags.find("-ffp-contract=off") != std::string::npos);
  CHECK(!info.compiler.empty());
  CHECK(info.libraries.at("fmt").starts_with("9."));
  CHECK(info.libraries.at("tbb").starts_with("2021."));
  CHECK(env.at("build").at("id") == build_id());
  CHECK(build_id().size() == 16);
  CHECK(env.at("machine").at("cores").get<int>() >= 1);
  CHECK(env.at("state").at("cores_allowed").get<int>() >= 1);
  CHECK(env.at("state").at("memory_mib").get<long>() > 64);
}

TEST_CASE("environment: no host name in it") {
  std::array<char, 256> host{};
  REQUIRE(gethostname(host.data(), host.size() - 1) == 0);
  const std::string name(host.data());
  // A name of a few letters could be part of a CPU's name.
  if (name.size() > 5) CHECK(environment().dump().find(name) == std::string::npos);
}

TEST_CASE("environment: the key depends on build and machine, not on what a reboot may change") {
  const nlohmann::json env = environment();
  nlohmann::json rebooted = env, other_machine = env, other_build = env;
  rebooted["state"]["kernel"] = "99.0";
  rebooted["state"]["governor"] = "powersave";
  other_machine["machine"]["cpu"] = "abacus";
  other_build["build"]["id"] = "0";
  CHECK(environment_key(rebooted) == environment_key(env));
  CHECK(environment_key(other_machine) != environment_key(env));
  CHECK(environment_key(other_build) != environment_key(env));
  CHECK(environment_key(env).size() == 64);
}

TEST_CASE("environment: a cgroup quota is CPUs, and no quota is no number") {
  CHECK(quota_from("150000 100000") == 1.5);
  CHECK(quota_from("max 100000") == std::nullopt);
  CHECK(quota_from("") == std::nullopt);
  CHECK(quota_from("100000") == std::nullopt);
  CHECK(quota_from("100000 0") == std::nullopt);
}

}  // namespace dpsco
