#include "testing_drivers/replay/routes.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <mpi.h>

#include <utility>

#include "testing_drivers/support/hetscalapack.hpp"

namespace het::testing {
namespace {

Route current = Route::scalapack;
int depth = 0;  // of calls that are in the library
Seen seen;
bool to_be_asked = false;  // about the latest call

void ask_library() {
  if (!std::exchange(to_be_asked, false)) return;
  hetscalapack_call call;
  hetscalapack_last_call(&call);
  ++seen.calls;
  seen.taken += call.taken;
  if (!call.taken) seen.left.emplace(call.routine, call.reason);
  seen.plan += call.plan;
}

// The outermost call of several that are inside each other is the one that the library tells of. It is asked as late as
// possible, so that the asking, which no program does after each call, is mostly not timed.
class Asking {
 public:
  Asking() : asks_(current == Route::library) {
    if (!asks_) return;
    if (depth == 0) ask_library();
    ++depth;
  }
  ~Asking() {
    if (asks_ && --depth == 0) to_be_asked = true;
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  const bool asks_;
};

}  // namespace

void take_route(Route route) { current = route; }

Seen look_back() {
  ask_library();
  return std::exchange(seen, {});
}

void* scalapack_symbol(const std::string& name) {
  constexpr std::string_view name_of_it = HET_SCALAPACK_SONAME;  // of no name dlopen would make this program
  void* const library = name_of_it.empty() ? nullptr : dlopen(name_of_it.data(), RTLD_LAZY | RTLD_NOLOAD);
  void* const found = library ? dlsym(library, name.c_str()) : nullptr;
  if (!found) {
    fmt::print(stderr, "xhetreplay: {} has no {}\n", name_of_it.empty() ? "this program" : name_of_it, name);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return found;
}

}  // namespace het::testing

#define HET_ROUTE(NAME, PARAMETERS, ARGUMENTS)                                         \
  extern "C" __attribute__((visibility("default"))) void NAME(PARAMETERS) {            \
    using namespace het::testing;                                                      \
    using Function = void(PARAMETERS);                                                 \
    static Function* const own = reinterpret_cast<Function*>(scalapack_symbol(#NAME)); \
    const Asking asking;                                                               \
    if (current == Route::scalapack)                                                   \
      own(ARGUMENTS);                                                                  \
    else                                                                               \
      het_##NAME(ARGUMENTS);                                                           \
  }
#define HET_ROUTES(L, T)                                                  \
  HET_ROUTE(p##L##gemm_, HET_PGEMM_PARAMETERS(T), HET_PGEMM_ARGUMENTS)    \
  HET_ROUTE(p##L##getrf_, HET_PGETRF_PARAMETERS(T), HET_PGETRF_ARGUMENTS) \
  HET_ROUTE(p##L##geqrf_, HET_PGEQRF_PARAMETERS(T), HET_PGEQRF_ARGUMENTS) \
  HET_ROUTE(p##L##potrf_, HET_PPOTRF_PARAMETERS(T), HET_PPOTRF_ARGUMENTS)
HET_DRIVER_PRECISIONS(HET_ROUTES)
