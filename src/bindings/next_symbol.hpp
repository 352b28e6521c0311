#pragma once
#include <string>

namespace het {

// The definition of `name` that a program would have called without this library, or nullptr.
//
// Looked up as the next one after this library; when there is none (the client loaded ScaLAPACK privately),
// in the real library itself: HETSCALAPACK_SCALAPACK names it, else the one that this library was built
// against. `self` is our own definition: finding it again does not count. Thread-safe; callers keep the
// answer.
void* next_symbol(const char* name, const void* self);

// "NAME: why" of the library that HETSCALAPACK_SCALAPACK names and that cannot be opened; empty where it can, or the
// variable is not set.
std::string why_no_scalapack();

// One line for the user when next_symbol found nothing.
std::string missing_symbol_text(const char* name);

}  // namespace het
