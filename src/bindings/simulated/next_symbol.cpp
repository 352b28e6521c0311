// A simulated build has no ScaLAPACK behind it.
#include "src/bindings/next_symbol.hpp"

#include <fmt/format.h>

namespace het {

void* next_symbol(const char*, const void*) { return nullptr; }

std::string why_no_scalapack() { return ""; }

std::string missing_symbol_text(const char* name) {
  return fmt::format(
      "hetscalapack: {} would be forwarded, and a simulated build has no ScaLAPACK: use "
      "HETSCALAPACK_MODE=always",
      name);
}

}  // namespace het
