# het_room(name [UNFUSED] SOURCES a.cpp ... [LINKS targets...]): one room of the house as the static library het_<name>,
# linking downward only. tests/architecture holds the same rule against the #include lines. UNFUSED: no multiplication is fused
# with an addition, so that every processor finds the same operations of a call, which each process compares for itself
# (blacs_het/grid/decisions.hpp), and hetplan the same plans and predictions on each.
function(het_room name)
  cmake_parse_arguments(ROOM "UNFUSED" "" "SOURCES;LINKS" ${ARGN})
  if(ROOM_SOURCES)
    add_library(het_${name} STATIC ${ROOM_SOURCES})
    target_link_libraries(het_${name} PUBLIC het_flags ${ROOM_LINKS})
    if(ROOM_UNFUSED)
      target_compile_options(het_${name} PRIVATE -ffp-contract=off)
    endif()
  else()
    add_library(het_${name} INTERFACE)
    target_link_libraries(het_${name} INTERFACE het_flags ${ROOM_LINKS})
  endif()
endfunction()
