# Debian packages only; cmake/packages.txt names them.
if(HETSCALAPACK_SMPI)
  include(HetSimulation)
  include(HetReference)
else()
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI REQUIRED COMPONENTS C Fortran)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)
  pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
  pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
endif()
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

# As part of every file the library needs no other one where it runs; compiled once, in its shared library, it costs builds
# that only look for faults a third of their time.
add_library(het_fmt INTERFACE)
target_link_libraries(het_fmt INTERFACE $<IF:$<BOOL:${HETSCALAPACK_SHARED_FMT}>,fmt::fmt,fmt::fmt-header-only>)

set(HETSCALAPACK_BLAS_LIBS "-llapack -lblas" CACHE STRING "Link line of BLAS and LAPACK")
set(HETSCALAPACK_SCALAPACK_LIBS "-lscalapack-openmpi" CACHE STRING "Link line of ScaLAPACK, BLACS included")
separate_arguments(het_blas_libs UNIX_COMMAND "${HETSCALAPACK_BLAS_LIBS}")
separate_arguments(het_scalapack_libs UNIX_COMMAND "${HETSCALAPACK_SCALAPACK_LIBS}")

add_library(het_blas INTERFACE)
target_link_libraries(het_blas INTERFACE ${het_blas_libs})
add_library(het_scalapack INTERFACE)
if(HETSCALAPACK_SMPI)
  target_link_libraries(het_scalapack INTERFACE het_blas)
  return()
endif()
target_link_libraries(het_scalapack INTERFACE ${het_scalapack_libs} het_blas)

# The file that is opened when no loaded library has the reference's routines.
if(NOT DEFINED CACHE{HETSCALAPACK_SCALAPACK_SONAME})
  find_library(HET_SCALAPACK_FILE NAMES scalapack-openmpi scalapack)
  mark_as_advanced(HET_SCALAPACK_FILE)
  file(REAL_PATH "${HET_SCALAPACK_FILE}" het_scalapack_real)
  get_filename_component(het_scalapack_soname "${het_scalapack_real}" NAME)
  set(HETSCALAPACK_SCALAPACK_SONAME "${het_scalapack_soname}" CACHE STRING "File name of the shared ScaLAPACK")
endif()
