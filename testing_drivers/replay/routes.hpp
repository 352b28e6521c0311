#pragma once
// Where p?gemm_, p?getrf_, p?geqrf_ and p?potrf_ lead in this program: it defines these symbols itself, so that its own
// calls and those that ScaLAPACK's drivers make inside go the way that is set here. One run so has ScaLAPACK alone,
// as in a program that does not know the library, beside the library.
#include <set>
#include <string>
#include <utility>

namespace het::testing {

enum class Route { scalapack, library, library_unasked };  // unasked: look_back() tells nothing of it

// From now on, on this process.
void take_route(Route route);

// What the library did with the outermost calls that reached it since the last look; of calls inside a call that it
// forwarded it is not asked.
struct Seen {
  long calls = 0, taken = 0;
  double plan = 0;  // seconds of this process: deciding, planning and measuring
  std::set<std::pair<std::string, std::string>> left;  // routine and reason of those that were not taken
};
Seen look_back();

// ScaLAPACK's own definition of a routine, by the name of its symbol. Ends the program where there is none.
void* scalapack_symbol(const std::string& name);

}  // namespace het::testing
