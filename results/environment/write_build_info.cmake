cmake_minimum_required(VERSION 3.25)
# Writes ${out} from the template beside this script: ${facts} of the configuration, the commit of
# ${root}, and a hash of the sources that decide results, so that a build from an unpacked archive has
# an identity too, and a commit that touches only documents or tests does not change it.
include(${facts})
set(commit "")
set(dirty unknown)
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${root} rev-parse --show-prefix --verify HEAD
                  OUTPUT_VARIABLE head ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE code)
  # The prefix line is empty only at the top of the project's own repository.
  if(code EQUAL 0 AND head MATCHES "^\n?([0-9a-f]+)$")
    set(commit ${CMAKE_MATCH_1})
    execute_process(COMMAND ${git} -C ${root} --no-optional-locks status --porcelain
                    OUTPUT_VARIABLE changes ERROR_QUIET RESULT_VARIABLE code)
    if(code EQUAL 0)
      if(changes STREQUAL "")
        set(dirty no)
      else()
        set(dirty yes)
      endif()
    endif()
  endif()
endif()

set(list "")
foreach(folder framework datasets algorithms privacy results suites)
  file(GLOB_RECURSE files RELATIVE ${root} ${root}/${folder}/*.hpp ${root}/${folder}/*.cpp)
  foreach(file IN LISTS files)
    if(NOT file MATCHES "_(test|bench)\\.cpp$|/testing/|/compile_fail/")
      file(SHA256 ${root}/${file} hash)
      string(APPEND list "${file} ${hash}\n")
    endif()
  endforeach()
endforeach()
string(SHA256 sources "${list}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_info.cpp.in ${out} @ONLY)
