# What the binary was built from and with, for the journal. The facts of the configuration are written
# once; commit and sources are read at every build, but the generated file changes (and one file is
# compiled again) only when they do.
set(facts ${PROJECT_BINARY_DIR}/build_info/facts_$<CONFIG>.cmake)
set(generated ${PROJECT_BINARY_DIR}/build_info/build_info.cpp)
file(GENERATE OUTPUT ${facts} CONTENT
"set(version [==[${PROJECT_VERSION}]==])
set(compiler [==[${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}]==])
set(build_type [==[$<CONFIG>]==])
set(flags [==[${CMAKE_CXX_FLAGS} $<$<CONFIG:Release>:${CMAKE_CXX_FLAGS_RELEASE}>$<$<CONFIG:Debug>:${CMAKE_CXX_FLAGS_DEBUG}>$<$<CONFIG:RelWithDebInfo>:${CMAKE_CXX_FLAGS_RELWITHDEBINFO}> $<JOIN:$<TARGET_PROPERTY:dpsco_flags,INTERFACE_COMPILE_OPTIONS>, >]==])
set(tbb [==[${TBB_VERSION}]==])
set(eigen [==[${Eigen3_VERSION}]==])
set(fmt [==[${fmt_VERSION}]==])
set(cli11 [==[${CLI11_VERSION}]==])
set(tomlplusplus [==[${tomlplusplus_VERSION}]==])
set(nlohmann_json [==[${nlohmann_json_VERSION}]==])
set(boost [==[${Boost_VERSION_STRING}]==])
set(openssl [==[${OPENSSL_VERSION}]==])
set(zlib [==[${ZLIB_VERSION_STRING}]==])
set(highway [==[${hwy_VERSION}]==])
")
add_custom_target(dpsco_build_info
  BYPRODUCTS ${generated}
  COMMAND ${CMAKE_COMMAND} -D facts=${facts} -D root=${PROJECT_SOURCE_DIR} -D out=${generated}
          -P ${CMAKE_CURRENT_LIST_DIR}/write_build_info.cmake
  COMMENT "Reading commit and sources" VERBATIM)
target_sources(dpsco_results PRIVATE ${generated})
add_dependencies(dpsco_results dpsco_build_info)
