#include "src/bindings/next_symbol.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "src/base/text/user_file.hpp"

namespace het {
namespace {

// As HETSCALAPACK_SCALAPACK names it; null: nobody named one.
const char* named_library() {
  const char* named = std::getenv("HETSCALAPACK_SCALAPACK");
  return named && *named ? named : nullptr;
}

// Empty: nobody named one, and there was no shared one when this library was built.
const char* real_library() {
  const char* named = named_library();
  return named ? named : HET_SCALAPACK_SONAME;
}

struct Close {
  void operator()(void* library) const { dlclose(library); }
};

// Why a path is not given to dlopen, which would wait at a pipe. Names without a folder are looked for elsewhere, and those with
// $LIB and the like, or of a file that has been replaced since it was loaded, dlopen understands.
std::string why_not_opened(const std::string& library) {
  return library.find('/') == std::string::npos ? "" : why_no_regular_file(library);
}

}  // namespace

void* next_symbol(const char* name, const void* self) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found && found != self) return found;
  if (!*real_library() || !why_not_opened(real_library()).empty()) return nullptr;
  // A copy that is already loaded comes first: a second one would have BLACS contexts of its own.
  for (const int flags : {RTLD_LAZY | RTLD_NOLOAD, RTLD_LAZY | RTLD_LOCAL}) {
    std::unique_ptr<void, Close> library(dlopen(real_library(), flags));
    if (!library) continue;
    // A copy beside the one that the program made its contexts with (statically, say) knows none of them.
    const void* its_blacs = dlsym(library.get(), "blacs_gridinfo_");
    if (its_blacs && its_blacs != dlsym(RTLD_DEFAULT, "blacs_gridinfo_")) continue;
    found = dlsym(library.get(), name);
    if (!found || found == self) continue;
    static_cast<void>(library.release());  // it is used from now on
    return found;
  }
  return nullptr;
}

std::string why_no_scalapack() {
  const char* named = named_library();
  if (!named) return "";
  if (const std::string why = why_not_opened(named); !why.empty()) return fmt::format("{}: {}", named, why);
  const std::unique_ptr<void, Close> library(dlopen(named, RTLD_LAZY | RTLD_LOCAL));
  if (!library) return dlerror();
  const bool has_one = dlsym(library.get(), "pdgemm_") || dlsym(library.get(), "pdgetrf_");
  return has_one ? "" : fmt::format("{} has no pdgemm_ or pdgetrf_", named);
}

std::string missing_symbol_text(const char* name) {
  return fmt::format(
      "hetscalapack: ScaLAPACK's own {} was not found: link ScaLAPACK as a shared library after "
      "-lhetscalapack, or name "
      "it in HETSCALAPACK_SCALAPACK (tried {})",
      name, *real_library() ? real_library() : "no other library");
}

}  // namespace het
