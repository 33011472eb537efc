#include "framework/grid/memory_size.hpp"

#include <doctest/doctest.h>

#include "framework/grid/testing/catalog.hpp"

namespace dpsco {

TEST_CASE("memory size: binary and decimal units, with or without a space, or plain bytes") {
  CHECK(memory_size("2GiB") == 2147483648);
  CHECK(memory_size("512 MiB") == 536870912);
  CHECK(memory_size("1.5kB") == 1500);
  CHECK(memory_size("1KiB") == 1024);
  CHECK(memory_size("3MB") == 3000000);
  CHECK(memory_size("1GB") == 1000000000);
  CHECK(memory_size("2TB") == 2000000000000);
  CHECK(memory_size("1TiB") == 1099511627776);
  CHECK(memory_size("4096") == 4096);
  CHECK(memory_size("7B") == 7);
}

TEST_CASE("memory size: what it is not, it says") {
  const auto error = [](std::string_view text) {
    return grid_testing::error_of([&] { memory_size(text); });
  };
  const std::string expected =
      R"(' is not a memory size: write a number and a unit, "2GiB" or "512MiB")";
  CHECK(error("") == "'" + expected);
  CHECK(error("lots") == "'lots" + expected);
  CHECK(error("2 gb") == "'2 gb' is not a memory size: unknown unit 'gb'; did you mean 'GB'?");
  CHECK(error("1e3") ==
        "'1e3' is not a memory size: unknown unit 'e3'; expected one of B, kB, MB, GB, TB, KiB, "
        "MiB, GiB, TiB");
  CHECK(error("0") == "memory of '0' is outside [1 byte, 8 EiB)");
  CHECK(error("-1GiB") == "memory of '-1GiB' is outside [1 byte, 8 EiB)");
  CHECK(error("8388608TiB") == "memory of '8388608TiB' is outside [1 byte, 8 EiB)");
  CHECK(error("nan").starts_with("memory of 'nan'"));
}

}  // namespace dpsco
