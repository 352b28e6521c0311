// hetscalapack_last_call: what the latest outermost call of this process did.
#include <cstddef>

#include "src/driver/call.hpp"

// What programs were compiled with; hetscalapack.h says how it may grow. Padding lies behind `reason` and `in_place` alone.
static_assert(offsetof(hetscalapack_call, taken) == 16 && offsetof(hetscalapack_call, m) == 152 &&
              offsetof(hetscalapack_call, nprow) == 176 && offsetof(hetscalapack_call, plan) == 192 &&
              offsetof(hetscalapack_call, total) == 264 && offsetof(hetscalapack_call, bound) == 280 &&
              offsetof(hetscalapack_call, bytes_allocated) == 296 && sizeof(hetscalapack_call) == 304);

__attribute__((visibility("default"))) void hetscalapack_last_call(hetscalapack_call* call) {
  if (!call) return;
  try {
    *call = het::Call::last();
  } catch (...) {  // no lock, of which C and Fortran programs can hear nothing
    *call = {};
  }
}
