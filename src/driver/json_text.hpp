#pragma once
// JSON as text. Objects and lists of nlohmann::json take memory when they are destroyed, and end the program where there is
// none: what may be given up for want of memory has values of it that are neither.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace het {

// The texts of an object's values by their keys, in whose order they are written.
using JsonMembers = std::map<std::string, std::string>;

// A number, a truth value, or a text, of which bytes that are no UTF-8 are replaced.
template <class T>
std::string json_text(const T& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class T>
std::string json_text(const std::vector<T>& list) {
  std::string text = "[";
  for (const T& value : list) text += (text.size() > 1 ? "," : "") + json_text(value);
  return text + "]";
}

inline std::string json_text(const JsonMembers& members) {
  std::string text = "{";
  for (const auto& [key, value] : members)
    text += (text.size() > 1 ? "," : "") + json_text(key) + ":" + value;
  return text + "}";
}

}  // namespace het
