#pragma once
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace het {

// The number that the whole text is, without blanks or '+'; none where it is something else, or a number that T cannot hold.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

// Whether the whole text is a number of T's kind, but one that T cannot hold, of whatever sign.
template <class T>
bool is_beyond(std::string_view text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc::result_out_of_range && stop == end;
}

}  // namespace het
