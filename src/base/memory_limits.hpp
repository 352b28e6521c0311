#pragma once
#include <filesystem>

namespace het {

// Whether this process may be refused memory that the machine has, so that whatever it holds, touched or not, counts: it has
// a limit of its own (RLIMIT_AS or RLIMIT_DATA, which batch systems set as `ulimit -v` and `ulimit -d` do), or the operating
// system grants no more to all than it has (vm.overcommit_memory = 2). root: where /proc is.
bool memory_is_limited(const std::filesystem::path& root = "/");

}  // namespace het
