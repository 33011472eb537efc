# One module = one folder = one static library dpsco::NAME. Beside the sources stand
#   x_test.cpp    doctest cases, all linked into one test executable for the module, NAME_test
#   x_bench.cpp   Google Benchmark cases, all linked into suites/kernels
#   x_main.cpp    a program of its own (suites/ only)

add_library(dpsco_flags INTERFACE)
target_compile_features(dpsco_flags INTERFACE cxx_std_20)
target_compile_options(dpsco_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion  # indices mix std::size_t and Index
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 warns about std::string's own operator+ (GCC bug 105651)
  -ffp-contract=off    # the same bits on every instruction set: no fused multiply-add by whim
  $<$<CONFIG:Release>:-O3>
  $<$<BOOL:${DPSCO_WERROR}>:-Werror>)
target_compile_definitions(dpsco_flags INTERFACE
  EIGEN_DONT_PARALLELIZE                               # one run, one thread
  $<$<CONFIG:Debug>:EIGEN_INITIALIZE_MATRICES_BY_NAN>)
if(DPSCO_SANITIZE)
  # UBSan's vptr check fires inside oneTBB 2021.8's own headers (and its report leaks), not in our code.
  target_compile_options(dpsco_flags INTERFACE
    -fsanitize=${DPSCO_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -fno-sanitize=vptr)
  # Instrumentation hides what g++ 12's flow analysis needs: it then warns about std::regex's own members.
  target_compile_options(dpsco_flags INTERFACE -Wno-maybe-uninitialized)
  target_link_options(dpsco_flags INTERFACE -fsanitize=${DPSCO_SANITIZE})
endif()

function(dpsco_module name)
  cmake_parse_arguments(arg "" "" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_(test|bench|main|fuzz)\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "/compile_fail/")
  add_library(dpsco_${name} STATIC ${sources})
  add_library(dpsco::${name} ALIAS dpsco_${name})
  target_include_directories(dpsco_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(dpsco_${name} PUBLIC dpsco_flags ${arg_USES})
  set_property(GLOBAL APPEND PROPERTY dpsco_modules ${name})
endfunction()

# suites/NAME.toml -> a string in the program: a suite runs wherever it is moved, and the TOML file stays the
# one place to edit. suites/grids.hpp declares NAME_grid.
function(dpsco_embed_grids)
  file(GLOB grids CONFIGURE_DEPENDS suites/*.toml)
  set(text "// Written by CMake from suites/*.toml.\n#include \"suites/grids.hpp\"\n\nnamespace dpsco {\n\n")
  foreach(grid IN LISTS grids)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${grid})
    get_filename_component(name ${grid} NAME_WE)
    string(REPLACE "-" "_" name ${name})
    file(READ ${grid} toml)
    string(APPEND text "const std::string_view ${name}_grid = R\"toml(${toml})toml\";\n")
  endforeach()
  string(APPEND text "\n}  // namespace dpsco\n")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/suites/grids.cpp CONTENT "${text}" @ONLY)
  target_sources(dpsco_suites PRIVATE ${PROJECT_BINARY_DIR}/suites/grids.cpp)
endfunction()

# The command line and one thin main a suite: suites/dpsco_main.cpp -> build/PRESET/dpsco,
# suites/NAME_main.cpp -> build/PRESET/suites/NAME, suites/kernels -> the micro-benchmarks.
function(dpsco_executables)
  file(GLOB mains CONFIGURE_DEPENDS suites/*_main.cpp)
  foreach(main IN LISTS mains)
    get_filename_component(name ${main} NAME_WE)
    string(REGEX REPLACE "_main$" "" name ${name})
    string(REPLACE "_" "-" name ${name})
    if(name STREQUAL "dpsco")
      set(target dpsco)
    else()
      set(target suite_${name})
    endif()
    add_executable(${target} ${main})
    target_link_libraries(${target} PRIVATE dpsco::suites)
    if(target STREQUAL "dpsco")
      install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    else()
      set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/suites)
      install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/dpsco)
    endif()
  endforeach()
  file(GLOB_RECURSE benches CONFIGURE_DEPENDS *_bench.cpp)
  list(FILTER benches EXCLUDE REGEX "^${PROJECT_BINARY_DIR}/")
  if(DPSCO_BENCHMARKS AND benches)
    find_package(benchmark 1.7 REQUIRED)
    add_executable(suite_kernels ${benches})
    target_link_libraries(suite_kernels PRIVATE dpsco::suites benchmark::benchmark)
    # Debian's Google Benchmark always calls itself a debug build: our own words go into its context.
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    target_compile_definitions(suite_kernels PRIVATE DPSCO_BUILD_TYPE="$<CONFIG>"
      "DPSCO_CXX_FLAGS=\"${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} $<JOIN:$<TARGET_PROPERTY:dpsco_flags,INTERFACE_COMPILE_OPTIONS>, >\"")
    set_target_properties(suite_kernels PROPERTIES
      OUTPUT_NAME kernels RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/suites)
  endif()
endfunction()

function(dpsco_tests)
  find_package(doctest 2.4 REQUIRED)
  get_property(modules GLOBAL PROPERTY dpsco_modules)
  foreach(name IN LISTS modules)
    file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${name}/*_test.cpp)
    if(tests)
      add_executable(${name}_test ${tests} framework/testing/test_main.cpp)
      target_link_libraries(${name}_test PRIVATE dpsco::${name} doctest::doctest)
      target_compile_definitions(${name}_test PRIVATE
        DPSCO_SOURCE_DIR="${PROJECT_SOURCE_DIR}" DPSCO_BINARY_DIR="${PROJECT_BINARY_DIR}")
      add_test(NAME ${name} COMMAND ${name}_test)
      set_tests_properties(${name} PROPERTIES LABELS unit)
    endif()
  endforeach()
  set(layers ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/framework/cmake/check_layers.cmake)
  add_test(NAME layers COMMAND ${layers} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME layers_catch_a_planted_include
           COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/framework/cmake/check_layers_test.cmake
           WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()
