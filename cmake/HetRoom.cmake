# het_room(name SOURCES a.cpp ... [LINKS targets...]): one room of the house as the static library het_<name>,
# linking downward only. tests/architecture holds the same rule against the #include lines.
function(het_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  if(ROOM_SOURCES)
    add_library(het_${name} STATIC ${ROOM_SOURCES})
    target_link_libraries(het_${name} PUBLIC het_flags ${ROOM_LINKS})
  else()
    add_library(het_${name} INTERFACE)
    target_link_libraries(het_${name} INTERFACE het_flags ${ROOM_LINKS})
  endif()
endfunction()
