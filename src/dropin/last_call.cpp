// hetscalapack_last_call: what the latest outermost call of this process did.
#include "src/driver/call.hpp"

__attribute__((visibility("default"))) void hetscalapack_last_call(hetscalapack_call* call) {
  *call = het::Call::last();
}
