# find_package(Terrace) defines, beside Terrace_EXECUTABLE and Terrace_INCLUDE_DIR:
#
#   terrace_compile(TARGET FILE.mlir.. [OPTIMIZE N] [TRIPLE TRIPLE] [FLAGS FLAG..])
#     Compiles MLIR into TARGET. For each file, a header of its name is in TARGET's include path. FLAGS are passes of
#     terrace opt that come before the program is lowered.
#   terrace_ripple_sources(TARGET FILE..)
#     Adds sources in C or C++ that use Ripple to TARGET, with TARGET's options, definitions and include directories.
#
# Terrace is the program of the environment's TERRACE, that of this package, or the first in the path.

cmake_minimum_required(VERSION 3.20)

get_filename_component(_terrace_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(Terrace_EXECUTABLE terrace HINTS "$ENV{TERRACE}" "${_terrace_prefix}/bin")
if(EXISTS "$ENV{TERRACE}" AND NOT IS_DIRECTORY "$ENV{TERRACE}")
  set(Terrace_EXECUTABLE "$ENV{TERRACE}" CACHE FILEPATH "The program terrace" FORCE)
endif()
find_path(Terrace_INCLUDE_DIR ripple.h NO_DEFAULT_PATH PATHS
  "${_terrace_prefix}/include/terrace"
  "${CMAKE_CURRENT_LIST_DIR}/../crates/tools/commands/ripple/include")
set(_terrace_launcher "${CMAKE_CURRENT_LIST_DIR}/ripple-launcher")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Terrace REQUIRED_VARS Terrace_EXECUTABLE Terrace_INCLUDE_DIR
  VERSION_VAR Terrace_VERSION)

function(terrace_compile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OPTIMIZE;TRIPLE" "FLAGS")
  set(options ${arg_FLAGS})
  set(machine "")
  if(DEFINED arg_OPTIMIZE)
    list(APPEND machine "--opt=${arg_OPTIMIZE}")
  endif()
  if(DEFINED arg_TRIPLE)
    list(APPEND machine "--target=${arg_TRIPLE}")
  endif()
  set(dir "${CMAKE_CURRENT_BINARY_DIR}/${target}.terrace")
  file(MAKE_DIRECTORY "${dir}")
  set(objects "")
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(name "${source}" NAME_WLE)
    set(object "${dir}/${name}.o")
    set(header "${dir}/${name}.h")
    add_custom_command(OUTPUT "${object}" "${header}"
      COMMAND "${Terrace_EXECUTABLE}" compile "${path}" -o "${object}" "--header=${header}" ${machine} ${options}
      DEPENDS "${path}" "${Terrace_EXECUTABLE}"
      COMMENT "Compiling ${source} with Terrace" VERBATIM)
    list(APPEND objects "${object}" "${header}")
  endforeach()
  # Once for each target: what lowered programs call.
  get_target_property(runtime ${target} TERRACE_RUNTIME)
  if(NOT runtime)
    set(runtime "${dir}/terrace-runtime.o")
    add_custom_command(OUTPUT "${runtime}"
      COMMAND "${Terrace_EXECUTABLE}" compile --runtime -o "${runtime}" ${machine}
      DEPENDS "${Terrace_EXECUTABLE}" VERBATIM)
    set_target_properties(${target} PROPERTIES TERRACE_RUNTIME "${runtime}")
    list(APPEND objects "${runtime}")
    target_include_directories(${target} PRIVATE "${dir}")
    if(UNIX)
      target_link_libraries(${target} PRIVATE m)
    endif()
  endif()
  target_sources(${target} PRIVATE ${objects})
endfunction()

function(terrace_ripple_sources target)
  set(objects "${target}.ripple")
  if(NOT TARGET ${objects})
    add_library(${objects} OBJECT)
    foreach(language C CXX)
      # Called by this name, the program takes clang's command line.
      if(language STREQUAL "C")
        set(compiler "${CMAKE_BINARY_DIR}/terrace-ripple-cc")
      else()
        set(compiler "${CMAKE_BINARY_DIR}/terrace-ripple-c++")
      endif()
      file(CREATE_LINK "${Terrace_EXECUTABLE}" "${compiler}" SYMBOLIC)
      # The launcher of the project, such as ccache, is called with it in place of CMake's compiler.
      set_target_properties(${objects} PROPERTIES ${language}_COMPILER_LAUNCHER
        "${_terrace_launcher};${CMAKE_${language}_COMPILER_LAUNCHER};--;${compiler}")
    endforeach()
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${objects} PRIVATE
      "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>" "${Terrace_INCLUDE_DIR}")
    target_compile_definitions(${objects} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    target_compile_options(${objects} PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
    target_sources(${target} PRIVATE "$<TARGET_OBJECTS:${objects}>")
  endif()
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE)
    target_sources(${objects} PRIVATE "${path}")
  endforeach()
endfunction()
