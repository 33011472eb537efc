# Compiles the report's style, script and Chart.js into the library: a report is one file that works offline,
# and the program writes it wherever it is moved. Chart.js is Debian's libjs-chart.js, taken as installed.
find_file(DPSCO_CHARTJS chart.min.js PATHS /usr/share/javascript/chart.js /usr/share/nodejs/chart.js/dist
          NO_DEFAULT_PATH DOC "Chart.js (minified) for reports; OFF: reports without interactive charts")
if(DPSCO_CHARTJS MATCHES "-NOTFOUND$" AND NOT DPSCO_CHARTJS STREQUAL "OFF")
  message(FATAL_ERROR
    "Chart.js not found: install Debian's package libjs-chart.js, or give the file by "
    "-DDPSCO_CHARTJS=/path/to/chart.min.js, or -DDPSCO_CHARTJS=OFF for reports with static figures only")
elseif(DPSCO_CHARTJS AND NOT EXISTS "${DPSCO_CHARTJS}")
  message(FATAL_ERROR "-DDPSCO_CHARTJS=${DPSCO_CHARTJS}: no such file; expected a minified Chart.js 3 or OFF")
endif()

# A byte array, since the standard lets compilers refuse long string literals.
function(dpsco_embed_bytes out name file)
  set(bytes "0")
  set(size 0)
  if(file)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} hex HEX)
    string(LENGTH "${hex}" size)
    math(EXPR size "${size} / 2")
    string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  endif()
  set(${out} "${${out}}namespace {\nconstexpr char ${name}_bytes[] = {${bytes}};\n}\nconst std::string_view ${name}{${name}_bytes, ${size}};\n" PARENT_SCOPE)
endfunction()
set(text "// Written by CMake from results/report/page.* and Chart.js.\n#include \"results/report/page_files.hpp\"\n\nnamespace dpsco {\n\n")
dpsco_embed_bytes(text report_style ${PROJECT_SOURCE_DIR}/results/report/page.css)
dpsco_embed_bytes(text report_script ${PROJECT_SOURCE_DIR}/results/report/page.js)
dpsco_embed_bytes(text chart_library "${DPSCO_CHARTJS}")
string(APPEND text "\n}  // namespace dpsco\n")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/results/page_files.cpp CONTENT "@text@" @ONLY)
target_sources(dpsco_results PRIVATE ${PROJECT_BINARY_DIR}/results/page_files.cpp)
