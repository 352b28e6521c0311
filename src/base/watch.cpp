#include "src/base/watch.hpp"

#include <array>

namespace het {

thread_local constinit Watch* the_watch = nullptr;

std::string_view activity_name(Activity what) {
  constexpr std::array<std::string_view, activities> names{"plan",     "move in", "panel", "broadcast",
                                                           "exchange", "update",  "idle",  "move out"};
  return names[static_cast<std::size_t>(what)];
}

}  // namespace het
