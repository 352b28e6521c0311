# The simulated build: the same sources against SimGrid's MPI, which runs them on a simulated platform in virtual time.
# Libraries are static and programs are modules that smpirun loads once for every rank; a value that the compiler marks
# as unique in the process (a C++ inline variable) would be shared by all ranks.
find_program(HETSCALAPACK_SMPIRUN smpirun REQUIRED)
find_library(HETSCALAPACK_SIMGRID simgrid REQUIRED)
find_path(HETSCALAPACK_SMPI_INCLUDE mpi.h PATH_SUFFIXES smpi REQUIRED NO_DEFAULT_PATH PATHS /usr/include /usr/local/include)
mark_as_advanced(HETSCALAPACK_SMPIRUN HETSCALAPACK_SIMGRID HETSCALAPACK_SMPI_INCLUDE)

add_library(het_smpi INTERFACE)
add_library(MPI::MPI_C ALIAS het_smpi)
target_include_directories(het_smpi SYSTEM INTERFACE ${HETSCALAPACK_SMPI_INCLUDE})
target_compile_definitions(het_smpi INTERFACE HETSCALAPACK_SMPI)
target_compile_options(het_smpi INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
target_link_libraries(het_smpi INTERFACE ${HETSCALAPACK_SIMGRID})

# het_simulated_program(name SOURCES a.cpp ... LINKS targets...): bin/<name>, to be run by smpirun.
function(het_simulated_program name)
  cmake_parse_arguments(P "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} MODULE ${P_SOURCES})
  # The BLAS comes before SimGrid, which brings functions of the same names.
  target_link_libraries(${name} PRIVATE het_flags ${P_LINKS} het_blas het_smpi)
  target_link_options(${name} PRIVATE -Wl,-z,defs)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX "" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  # smpirun looks for main.
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET default)
endfunction()
