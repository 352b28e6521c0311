#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "src/base/text/message.hpp"

namespace het {

// Writes a message to standard error. A program whose standard error is closed or full must live as it did
// without the library: nothing is thrown, and what cannot be written is lost.
template <class... Args>
void say(fmt::format_string<Args...> text, Args&&... args) noexcept {
  try {
    std::fputs(fmt::format(text, std::forward<Args>(args)...).c_str(), stderr);
  } catch (...) {
    std::fputs("hetscalapack: a message was lost for want of memory\n", stderr);
  }
}

// The same text once, however often there is a reason: programs make contexts by the thousand. It may quote what users wrote.
inline void say_once(const std::string& text) {
  static std::set<std::string> said;
  if (said.insert(text).second) say("hetscalapack: {}\n", one_line(text));
}

}  // namespace het
