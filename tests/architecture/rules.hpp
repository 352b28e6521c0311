#pragma once
// The rules of the house. Each returns what breaks it; an empty list means that it holds.
#include <iosfwd>
#include <string>
#include <vector>

#include "tests/architecture/house.hpp"

namespace het::architecture {

struct Violation {
  std::string file;
  int line = 0;  // 1-based; 0 when the file as a whole is meant
  std::string what;

  friend bool operator==(const Violation&, const Violation&) = default;
};
std::ostream& operator<<(std::ostream& out, const Violation& violation);
using Violations = std::vector<Violation>;

// Every source file stands in a room, and an #include names a file by its path from the root, in a room
// below.
Violations includes_run_downward(const House& house, const Tree& tree);

// No file needs itself on a detour: with each .cpp taken as one with its .hpp, the #include lines make no circle. Each
// circle is told once, at the first of its files.
Violations includes_make_no_circles(const House& house, const Tree& tree);

// Pure rooms include neither MPI nor BLAS nor threads.
Violations pure_rooms_stay_pure(const House& house, const Tree& tree);

// Symbols of BLAS, LAPACK, BLACS and ScaLAPACK are named only where rooms.toml lets them.
Violations foreign_symbols_stay_in_bindings(const House& house, const Tree& tree);

// No two headers of the library and its tools define types of the same name, which all stand in one namespace: in one
// program they would be one type to the linker.
Violations types_are_defined_once(const House& house, const Tree& tree);

// MPI_COMM_WORLD appears only where and as rooms.toml lets it: a library works on the communicators of its
// contexts.
Violations world_is_not_used(const House& house, const Tree& tree);

// No folder holds more source files than can be seen at a glance.
Violations folders_are_small(const House& house, const Tree& tree);

// A file to compile is compiled by this build (compile_commands: the text of its compile_commands.json and of unity files
// that it names) or named by its path in the CMakeLists.txt of its folder, of one above it, or in cmake/.
Violations files_are_built(const House& house, const Tree& tree, const std::string& compile_commands);

// No line of CMake, Python or Markdown is longer than can be read; tables may be.
Violations lines_are_short(const House& house, const Tree& tree);

// No text names a path of somebody's machine.
Violations no_machine_paths(const House& house, const Tree& tree);

}  // namespace het::architecture
