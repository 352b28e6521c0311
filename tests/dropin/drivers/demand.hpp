#pragma once
#include <stdexcept>
#include <string>

namespace het::test {

// Throws an exception that says what is wrong with a row, unless what is demanded of it is met.
inline void demand(bool met, const std::string& what) {
  if (!met) throw std::runtime_error(what);
}

}  // namespace het::test
