#include <cstdlib>
#include <sys/stat.h>

#define DOCTEST_CONFIG_IMPLEMENT  // NOLINT(readability-identifier-naming): doctest's name
#include <doctest/doctest.h>

int main(int argc, char** argv) {
  // A developer's copies of the real data files, which the repository may not hold; without them
  // the tests that need one say so and pass.
  constexpr const char* beside = DPSCO_SOURCE_DIR "/../shared/data";
  struct stat found {};
  if (stat(beside, &found) == 0 && S_ISDIR(found.st_mode))
    setenv("DPSCO_DATA", beside, 0);  // NOLINT(concurrency-mt-unsafe): before any thread
  return doctest::Context(argc, argv).run();
}
