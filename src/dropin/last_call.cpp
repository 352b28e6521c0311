// hetscalapack_last_call: what the latest outermost call of this process did.
#include "src/driver/call.hpp"

__attribute__((visibility("default"))) void hetscalapack_last_call(hetscalapack_call* call) {
  if (!call) return;
  try {
    *call = het::Call::last();
  } catch (...) {  // no lock, of which C and Fortran programs can hear nothing
    *call = {};
  }
}
