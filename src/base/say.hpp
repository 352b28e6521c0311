#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "src/base/text/message.hpp"

namespace het {

// Instead of a message that there is no memory for.
inline void say_lost() noexcept {
  std::fputs("hetscalapack: a message was lost for want of memory\n", stderr);
}

// Writes a message to standard error. A program whose standard error is closed or full must live as it did
// without the library: nothing is thrown, and what cannot be written is lost.
template <class... Args>
void say(fmt::format_string<Args...> text, Args&&... args) noexcept {
  try {
    std::fputs(fmt::format(text, std::forward<Args>(args)...).c_str(), stderr);
  } catch (...) {
    say_lost();
  }
}

// Whether a text has not been passed before, by any thread.
inline bool is_news(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> known;
  const std::lock_guard lock(mutex);
  return known.insert(text).second;
}

// Says a text as one line, and once, however often there is a reason: programs make contexts by the thousand. It may quote
// what users wrote.
template <class... Args>
void say_once(fmt::format_string<Args...> text, Args&&... args) noexcept {
  try {
    const std::string said = fmt::format(text, std::forward<Args>(args)...);
    if (is_news(said)) say("hetscalapack: {}\n", one_line(said));
  } catch (...) {
    say_lost();
  }
}

}  // namespace het
