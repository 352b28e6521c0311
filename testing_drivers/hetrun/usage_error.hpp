#pragma once
#include <stdexcept>

namespace het::run {

// What the user gave is wrong, or what he asks for is not available here: one line that names the value;
// exit 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace het::run
