#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include "src/base/say.hpp"
#include "src/bindings/mpi.hpp"
#include "src/bindings/next_symbol.hpp"

namespace het {

// An exception that came out of ScaLAPACK's routine.
struct ThrownByNext {
  std::exception_ptr exception;
};

// ScaLAPACK's own definition of a routine that this library exports too: the next one after `self`, ours. Looked up
// when made; only a program that needs it and does not have it cannot go on.
template <class Function>
class NextRoutine {
 public:
  // `self` may lack the hidden string lengths that Function passes on.
  template <class Self>
  NextRoutine(std::string name, Self* self)
      : name_(std::move(name)),
        found_(reinterpret_cast<Function*>(next_symbol(name_.c_str(), reinterpret_cast<const void*>(self)))) {
  }

  // Of a routine that this library does not export under its own name.
  explicit NextRoutine(std::string name) : NextRoutine(std::move(name), static_cast<Function*>(nullptr)) {}

  // Throws ThrownByNext alone.
  template <class... Args>
  void operator()(Args... args) const {
    if (!found_) {
      say("{}\n", missing_symbol_text(name_.c_str()));
      MPI_Abort(MPI_COMM_WORLD, 1);
      std::abort();
    }
    try {
      found_(args...);
    } catch (...) {
      throw ThrownByNext{std::current_exception()};
    }
  }

 private:
  std::string name_;
  Function* found_;
};

}  // namespace het
