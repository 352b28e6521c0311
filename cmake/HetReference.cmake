# A ScaLAPACK that others built for SMPI, beside the library in one simulated program. Its symbols get the prefix
# reference_, because the library exports some of the same names, and the BLAS that it calls becomes the one that charges
# operations to the virtual clock.
set(HETSCALAPACK_SMPI_SCALAPACK "" CACHE FILEPATH
  "Archive of a ScaLAPACK, BLACS included, built for SMPI: xhetsim --method scalapack")

# het_reference(target archive): an interface target that links it; archive is a file or a static library's target.
function(het_reference target archive)
  set(file ${archive})
  if(TARGET ${archive})
    set(file $<TARGET_FILE:${archive}>)
  elseif(NOT IS_ABSOLUTE ${archive} OR NOT EXISTS ${archive})
    message(FATAL_ERROR "HETSCALAPACK_SMPI_SCALAPACK=${archive}: no such file (give its full path)")
  endif()
  set(renamed ${CMAKE_CURRENT_BINARY_DIR}/${target}.a)
  add_custom_command(OUTPUT ${renamed}
    COMMAND ${CMAKE_COMMAND} -DARCHIVE=${file} -DCHARGED=$<TARGET_FILE:het_charged_blas> -DINTO=${renamed}
            -DNM=${CMAKE_NM} -DOBJCOPY=${CMAKE_OBJCOPY} -P ${PROJECT_SOURCE_DIR}/cmake/rename_scalapack.cmake
    DEPENDS ${archive} het_charged_blas ${PROJECT_SOURCE_DIR}/cmake/rename_scalapack.cmake VERBATIM)
  add_custom_target(${target}_renamed DEPENDS ${renamed})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_renamed)
  target_link_libraries(${target} INTERFACE ${renamed} het_charged_blas -lgfortran -lm)
endfunction()
