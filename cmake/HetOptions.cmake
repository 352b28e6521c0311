# What a builder may choose, and the flags every target shares.
option(HETSCALAPACK_WERROR "Treat warnings as errors" OFF)
option(HETSCALAPACK_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(HETSCALAPACK_SHARED_FMT "Use {fmt} from its shared library" OFF)
option(HETSCALAPACK_UNITY_TESTS "Compile the source files of each test as one, also without CMAKE_UNITY_BUILD" OFF)
option(HETSCALAPACK_SMPI "Build the simulated drivers against SimGrid's SMPI, and nothing else" OFF)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0 CACHE STRING "Source files compiled as one with CMAKE_UNITY_BUILD; 0: all of a target")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

add_library(het_flags INTERFACE)
target_include_directories(het_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
# MPI through its C interface alone, also in C++ files.
target_compile_definitions(het_flags INTERFACE OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
target_compile_options(het_flags INTERFACE
  $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wpedantic -Wshadow>
  # GCC 12 sees overlaps in std::string's operator+ that are not there (its bug 105651).
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  # Of files compiled together gcc takes the lambdas in a coroutine's frame for those of a header.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>
  $<$<AND:$<BOOL:${HETSCALAPACK_WERROR}>,$<COMPILE_LANGUAGE:C,CXX>>:-Werror>)

# het_quick_to_compile(): programs of this folder and below, whose own code takes no time where they run; the libraries that they
# use are optimised all the same.
macro(het_quick_to_compile)
  add_compile_options($<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:C,CXX>>:-O1>)
endmacro()
include(HetSanitize)
