#pragma once
#include <filesystem>

#include "src/base/index.hpp"

namespace het {

// Bytes that this process and its like may still take: what the operating system says is available (MemAvailable of
// /proc/meminfo), or less where a batch system or a container gave them less, as control groups have it:
//   min over the process's group and those above it of   limit - usage + inactive files,
// by version 2 (memory.max, memory.current) or 1 (memory.limit_in_bytes, memory.usage_in_bytes). The largest Extent where
// nothing is known. root: where /proc and /sys are. Reads some small files, some ten microseconds.
Extent free_memory(const std::filesystem::path& root = "/");

}  // namespace het
