#pragma once
#include <string>

#include "src/base/error.hpp"

namespace het::test {

// The text of the Error that call throws.
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace het::test
