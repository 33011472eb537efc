# Compiles datasets/manifest.toml into the library as a string: the program finds it wherever it is
# installed or moved, and the TOML file stays the one place to edit. A change of it re-runs CMake.
set(manifest ${PROJECT_SOURCE_DIR}/datasets/manifest.toml)
file(READ ${manifest} DPSCO_MANIFEST_TEXT)
configure_file(${PROJECT_SOURCE_DIR}/datasets/files/built_in.cpp.in
               ${PROJECT_BINARY_DIR}/datasets/built_in.cpp @ONLY)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${manifest})
target_sources(dpsco_datasets PRIVATE ${PROJECT_BINARY_DIR}/datasets/built_in.cpp)
