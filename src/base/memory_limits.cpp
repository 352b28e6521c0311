#include "src/base/memory_limits.hpp"

#include <sys/resource.h>

#include <fstream>

namespace het {
namespace {

bool is_limited(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

bool grants_are_limited(const std::filesystem::path& root) {
  constexpr int never_more_than_there_is = 2;
  int overcommit = 0;
  return std::ifstream(root / "proc/sys/vm/overcommit_memory") >> overcommit &&
         overcommit == never_more_than_there_is;
}

}  // namespace

bool memory_is_limited(const std::filesystem::path& root) {
  return is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA) || grants_are_limited(root);
}

}  // namespace het
