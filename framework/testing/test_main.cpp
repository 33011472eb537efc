#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN  // NOLINT(readability-identifier-naming): doctest's name
#include <doctest/doctest.h>
