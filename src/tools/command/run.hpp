#pragma once
#include <cstdio>

namespace het {

// All of hetplan but its main(): reads the command line, writes to `out`, and what is wrong as one line to
// `err`. Returns 0; 1 when `out` cannot be written; 2 for bad input.
int run_hetplan(int argc, const char* const* argv, std::FILE* out, std::FILE* err);

}  // namespace het
