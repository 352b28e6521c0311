# How tests are declared. Every test has a time limit; an MPI test has one in mpirun's own command line too.
find_package(GTest REQUIRED)
include(GoogleTest)
# For a machine that does much else besides: on an idle one few tests take more than ten seconds.
set(HET_TEST_SECONDS 600 CACHE STRING "Time limit of one test in seconds")

# het_unit_properties(test): of a test without MPI. A sanitizer need not walk the whole stack at each allocation there, by
# which it tells MPI's leaks from ours.
function(het_unit_properties test)
  set_tests_properties(${test} PROPERTIES TIMEOUT ${HET_TEST_SECONDS} LABELS unit)
  if(HETSCALAPACK_SANITIZE)
    set_tests_properties(${test} PROPERTIES
      ENVIRONMENT_MODIFICATION "ASAN_OPTIONS=string_append::fast_unwind_on_malloc=1")
  endif()
endfunction()

# het_release_only(test PATTERNS): tests of a GoogleTest program that ask how good results are, of code that others of its tests
# go through: not for a build without optimization, in which they take a minute.
function(het_release_only test patterns)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT "GTEST_FILTER=-${patterns}")
  endif()
endfunction()

# het_unit_test(name SOURCES a.cpp ... LINKS rooms...): a GoogleTest program without MPI.
function(het_unit_test name)
  cmake_parse_arguments(T "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(unit_${name} ${T_SOURCES})
  target_link_libraries(unit_${name} PRIVATE het_flags ${T_LINKS} GTest::gtest_main)
  add_test(NAME unit.${name} COMMAND unit_${name})
  het_unit_properties(unit.${name})
endfunction()

# What Open MPI wants on few cores, for every test that starts ranks; without UCX, whose look for networks takes a fourth of a
# short run.
set(HET_MPI_ENVIRONMENT OMPI_MCA_pml=ob1
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1
  OMPI_MCA_hwloc_base_binding_policy=none OPENBLAS_NUM_THREADS=1)

# het_mpi_command(out ranks command...): the command line of an MPI run that cannot hang.
function(het_mpi_command out ranks)
  set(${out} timeout --kill-after=5 ${HET_TEST_SECONDS} ${MPIEXEC_EXECUTABLE} -np ${ranks} ${ARGN} PARENT_SCOPE)
endfunction()

# het_mpi_test(name RANKS 1 4 ... [REPEATED 6 ...] SOURCES a.cpp ... LINKS rooms... [ARGS ...]): one GoogleTest program run on
# each number of ranks; tests/mpi/main.cpp starts MPI and folds the verdicts of all ranks. REPEATED: of these, numbers of ranks
# that go through the same code as others; a sanitized build leaves tests with the label "repeated" out.
function(het_mpi_test name)
  cmake_parse_arguments(T "" "" "RANKS;REPEATED;SOURCES;LINKS;ARGS" ${ARGN})
  add_executable(mpi_${name} ${T_SOURCES} ${PROJECT_SOURCE_DIR}/tests/mpi/main.cpp)
  target_link_libraries(mpi_${name} PRIVATE het_flags ${T_LINKS} GTest::gtest MPI::MPI_C het_scalapack)
  foreach(ranks IN LISTS T_RANKS)
    het_mpi_command(command ${ranks} $<TARGET_FILE:mpi_${name}> ${T_ARGS})
    add_test(NAME mpi.${name}.${ranks} COMMAND ${command})
    set_tests_properties(mpi.${name}.${ranks} PROPERTIES
      TIMEOUT ${HET_TEST_SECONDS} LABELS mpi PROCESSORS 2 ENVIRONMENT "${HET_MPI_ENVIRONMENT}")
    if(ranks GREATER 4) # leaks show on fewer
      het_without_leak_check(mpi.${name}.${ranks})
    endif()
    if(ranks IN_LIST T_REPEATED)
      set_property(TEST mpi.${name}.${ranks} APPEND PROPERTY LABELS repeated)
    endif()
  endforeach()
endfunction()
