#pragma once
#include <cstddef>
#include <string>

namespace het {

// Everything in a file of text of at most `largest` bytes; a device that never ends is none. Throws Error naming the
// path and why.
std::string contents_of(const std::string& path, std::size_t largest);

// Why a file is not there and cannot be made, or cannot be written; empty where it can. Touches nothing.
std::string why_unwritable(const std::string& path);

}  // namespace het
