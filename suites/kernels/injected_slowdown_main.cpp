// Not part of any build: the tests of `dpsco track` compile it twice, as it is and with
// -DDPSCO_INJECTED_PERCENT=5, to see whether the slowdown is found (suites/end_to_end_test.py).
#include "suites/kernels/kernel_program.hpp"

#ifndef DPSCO_INJECTED_PERCENT
  #define DPSCO_INJECTED_PERCENT 0
#endif

namespace {

/// A chain of dependent multiplications: no cache, no branch, so that time follows the count.
void chain(long rounds) {
  double value = 1;
  asm volatile("" : "+m"(value));  // or the compiler would see that it stays 1
  for (long i = 0; i < rounds; ++i) value = value * 0.999999 + 1e-6;
  asm volatile("" : : "m"(value) : "memory");
}

}  // namespace

int main(int argc, char** argv) {
  constexpr long rounds = 20000;
  return dpsco::kernel_program(
      argc,
      argv,
      {{"chain", [] { return [] { chain(rounds + rounds * DPSCO_INJECTED_PERCENT / 100); }; }}},
      R"({"compiler": "the test's"})");
}
