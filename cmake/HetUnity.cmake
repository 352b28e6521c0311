# CMAKE_UNITY_BUILD: a compiler reads headers once for all source files of a target. The build by clang compiles each file
# but the tests' (HETSCALAPACK_UNITY_TESTS) alone: a file that does not include what it needs is found there, and so are names
# that hide others (-Wshadow), which one file's own names do to the next file's here.
target_compile_options(het_flags INTERFACE
  $<$<AND:$<COMPILE_LANGUAGE:C,CXX>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-shadow>)

# het_compile_alone(target files...): what these files call their own, others of the target have too. Renaming one of the two
# takes a file off the list.
function(het_compile_alone target)
  get_target_property(folder ${target} SOURCE_DIR)
  list(TRANSFORM ARGN PREPEND ${folder}/)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "HetUnity.cmake: ${file} is not there")
    endif()
  endforeach()
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
het_compile_alone(het_model factor/factor_model.cpp)
het_compile_alone(het_plan learning/experience.cpp)  # most_classes: agenda.cpp
het_compile_alone(het_grid speeds/links/links.cpp)  # tag: handshake/handshake.cpp
het_compile_alone(het_driver gemr2d.cpp watch/trace_file.cpp)
if(HETSCALAPACK_SMPI)
  return()
endif()
# most_listed, most_rows, most_steps, bar_width, seconds, number: of each other; letters: plan/forecast.cpp; label, strip_width:
# the pictures of each other; Columns, bold: report/call_text.cpp; strip: picture/page/matrix_part.cpp.
het_compile_alone(het_tools terminal/line_picture.cpp terminal/marks.cpp terminal/process_map.cpp terminal/process_table.cpp
  words/comparison.cpp words/forecast_text.cpp report/call_picture.cpp report/overview_picture.cpp report/overview_text.cpp)
