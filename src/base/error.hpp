#pragma once
#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace het {

// Something the caller gave is wrong. The text names the value, says why, and what is allowed.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws Error with a formatted text unless the condition holds.
template <class... Args>
void require(bool condition, fmt::format_string<Args...> text, Args&&... args) {
  if (!condition) throw Error(fmt::format(text, std::forward<Args>(args)...));
}

// What the exception says that is being handled, whatever it is; good until its handler ends. Call it in a handler only.
inline const char* thrown_text() noexcept {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown failure";
  }
}

}  // namespace het
