# The installed tree, and how users find it: pkg-config, find_package, a Makefile.inc for their own Makefiles.
include(CMakePackageConfigHelpers)

set(het_headers ${PROJECT_SOURCE_DIR}/include/hetscalapack/hetscalapack.h
                ${PROJECT_SOURCE_DIR}/include/hetscalapack/hetblacs.h
                ${PROJECT_SOURCE_DIR}/include/hetscalapack/hetscalapack_f.f90)
install(FILES ${het_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hetscalapack)

# Libraries and programs, as far as this build has them, and all that `make install` has to build.
add_custom_target(installed)
if(TARGET het_platform_files)
  add_dependencies(installed het_platform_files)
endif()
foreach(library het_dropin het_dropin_static het_blacs het_blacs_static)
  if(TARGET ${library})
    add_dependencies(installed ${library})
    install(TARGETS ${library} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endforeach()
if(TARGET het_throttle)
  add_dependencies(installed het_throttle hetrun-probe)
  install(TARGETS het_throttle LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/hetscalapack)
endif()
# Programs find the library by where they lie, so that the tree may be moved.
file(RELATIVE_PATH het_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
foreach(program hetplan hetrun hetplatform xhetgemm xhetlu xhetqr xhetchol xhetmove xhetreplay xhetmodel)
  if(TARGET ${program})
    add_dependencies(installed ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${het_bin_to_lib}")
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()

file(GLOB het_man_pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/*.1)
if(NOT TARGET xhetsim)
  list(FILTER het_man_pages EXCLUDE REGEX "/xhetsim\\.1$")
endif()
install(FILES ${het_man_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/docs/man/hetscalapack.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Platforms for hetrun --simulate.
install(DIRECTORY ${PROJECT_BINARY_DIR}/platforms/ DESTINATION ${CMAKE_INSTALL_DATADIR}/hetscalapack/platforms
        FILES_MATCHING PATTERN *.xml)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN man EXCLUDE)

# Link lines. What follows our library is what ScaLAPACK needs; the archives also need what C++ needs.
list(JOIN MPI_C_LIBRARIES " " het_mpi_libs)
set(het_mpi_includes ${MPI_C_INCLUDE_DIRS})
list(TRANSFORM het_mpi_includes PREPEND "-I")
list(JOIN het_mpi_includes " " het_mpi_cflags)
set(HET_LIBS_SCALAPACK "${HETSCALAPACK_SCALAPACK_LIBS} ${HETSCALAPACK_BLAS_LIBS} ${het_mpi_libs}")
set(HET_LIBS_RUNTIME "-lstdc++ -lm -ldl -lpthread")
# Without MPI's C++ classes, gone from the standard, which want a library of their own.
set(HET_MPI_CFLAGS "${het_mpi_cflags} -DOMPI_SKIP_MPICXX=1 -DMPICH_SKIP_MPICXX=1")
set(HET_MPI_FORTRAN_INCLUDES ${MPI_Fortran_INCLUDE_DIRS} ${MPI_Fortran_MODULE_DIR})
list(REMOVE_DUPLICATES HET_MPI_FORTRAN_INCLUDES)
# MPI's own libraries, not what those are made of.
set(HET_MPI_FORTRAN_LIBS ${MPI_Fortran_LIBRARIES})
list(FILTER HET_MPI_FORTRAN_LIBS INCLUDE REGEX "/libmpi[^/]*$")

# From a file of the installed tree back to its prefix, so that the tree may be moved.
file(RELATIVE_PATH HET_PKGCONFIG_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH HET_MAKEFILE_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/hetscalapack ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" HET_PKGCONFIG_TO_PREFIX "${HET_PKGCONFIG_TO_PREFIX}")
string(REGEX REPLACE "/$" "" HET_MAKEFILE_TO_PREFIX "${HET_MAKEFILE_TO_PREFIX}")

set(het_generated ${PROJECT_BINARY_DIR}/install)
configure_file(cmake/hetscalapack.pc.in ${het_generated}/hetscalapack.pc @ONLY)
configure_file(cmake/hetblacs.pc.in ${het_generated}/hetblacs.pc @ONLY)
configure_file(cmake/Makefile.inc.in ${het_generated}/Makefile.inc @ONLY)
configure_package_config_file(cmake/hetscalapackConfig.cmake.in ${het_generated}/hetscalapackConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hetscalapack
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${het_generated}/hetscalapackConfigVersion.cmake COMPATIBILITY SameMinorVersion)

install(FILES ${het_generated}/hetscalapack.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET het_blacs)
  install(FILES ${het_generated}/hetblacs.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
install(FILES ${het_generated}/Makefile.inc DESTINATION ${CMAKE_INSTALL_LIBDIR}/hetscalapack)
install(FILES ${het_generated}/hetscalapackConfig.cmake ${het_generated}/hetscalapackConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/hetscalapack)
