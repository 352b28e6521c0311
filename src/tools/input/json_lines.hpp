#pragma once
// Lines that are JSON objects, and what is in them, checked.
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Sizes and counts that a report may hold.
inline constexpr Extent largest_size = Extent{1} << 40;

// A value as a message shows it. Two levels at most: however deep it is, nothing recurses into it.
std::string shown(const nlohmann::json& value);

// Calls `each` with every line that is not blank, and with "name, line 7" for messages. Returns what it says of lines that
// are left out because they are cut off: a program was ended while it wrote. Throws Error where another line is no object.
// O(length of the text).
std::vector<std::string> each_json_line(
    std::string_view text, std::string_view name,
    const std::function<void(nlohmann::json&, const std::string& where)>& each);

// Members of an object. Each is checked where it is there and has its type's zero where it is not; throws Error that
// starts with `where` and names key and value.
class Members {
 public:
  Members(const nlohmann::json& object, std::string_view where) : object_(object), where_(where) {}

  bool has(const char* key) const { return object_.contains(key); }
  const nlohmann::json& operator[](const char* key) const { return object_[key]; }
  // An object inside, whose messages start with its key too.
  Members inside(const char* key) const;
  // Within largest_size in any case.
  Extent whole(const char* key, Extent smallest, Extent largest) const;
  // From 0 to `largest`; at most `most` of them.
  double amount(const char* key, double largest) const;
  std::vector<double> amounts(const char* key, std::size_t most, double largest) const;
  bool flag(const char* key) const;
  std::string name(const char* key) const;
  [[noreturn]] void refuse(const char* key, std::string_view what_it_must_be) const;

 private:
  const nlohmann::json& object_;
  std::string where_;
};

}  // namespace het
