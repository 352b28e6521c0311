#include "src/tools/input/json_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/error.hpp"
#include "src/base/text/message.hpp"
#include "src/tools/input/host_names.hpp"

namespace het {
namespace {

using nlohmann::json;

std::string shown_alone(const json& value) {
  if (value.is_structured())
    return fmt::format("{} of {}", value.is_array() ? "a list" : "an object", value.size());
  return shortened(printable(value.dump(-1, ' ', false, json::error_handler_t::replace)), 40);
}

bool is_amount(const json& value, double largest) {
  return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= largest;
}

// The library compares a number without sign that an Extent cannot hold as if it were negative.
bool is_whole(const json& value, Extent smallest, Extent largest) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(largest_size))
    return false;
  return value >= smallest && value <= largest;
}

}  // namespace

std::string shown(const json& value) {
  if (!value.is_array() || value.size() > 4) return shown_alone(value);
  std::string text;
  for (const json& entry : value) text += (text.empty() ? "" : ", ") + shown_alone(entry);
  return "[" + text + "]";
}

std::vector<std::string> each_json_line(std::string_view text, std::string_view name,
                                        const std::function<void(json&, const std::string& where)>& each) {
  std::vector<std::string> cut_off;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view raw = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(raw.size() + 1, text.size()));
    const auto first = raw.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) continue;
    const std::string where = fmt::format("{}, line {}", name, number);
    json line;
    try {
      line = json::parse(raw);
    } catch (const json::parse_error& error) {
      if (raw[first] == '{' && error.byte > raw.size()) {
        cut_off.push_back(where + ": the line is cut off, and left out");
        continue;
      }
    } catch (const json::out_of_range&) {
      throw Error(where + ": a number in it is beyond what a computer holds");
    }
    require(line.is_object(), "{}: '{}' is no JSON object", where, shortened(printable(raw), 40));
    each(line, where);
  }
  return cut_off;
}

void Members::refuse(const char* key, std::string_view what_it_must_be) const {
  throw Error(
      fmt::format("{}: \"{}\" is {}; it must be {}", where_, key, shown(object_[key]), what_it_must_be));
}

Members Members::inside(const char* key) const {
  static const json none = json::object();
  if (!has(key)) return {none, where_};
  if (!object_[key].is_object()) refuse(key, "an object");
  return {object_[key], fmt::format("{}, in \"{}\"", where_, key)};
}

Extent Members::whole(const char* key, Extent smallest, Extent largest) const {
  if (!has(key)) return 0;
  const json& value = object_[key];
  if (!is_whole(value, smallest, largest))
    refuse(key, fmt::format("a whole number from {} to {}", smallest, largest));
  return value.get<Extent>();
}

double Members::amount(const char* key, double largest) const {
  if (!has(key)) return 0;
  if (!is_amount(object_[key], largest)) refuse(key, fmt::format("a number from 0 to {:g}", largest));
  return object_[key].get<double>();
}

std::vector<double> Members::amounts(const char* key, std::size_t most, double largest) const {
  if (!has(key)) return {};
  const json& list = object_[key];
  if (!list.is_array() || list.empty() || list.size() > most)
    refuse(key, fmt::format("a list of 1 to {} numbers", most));
  std::vector<double> values;
  for (const json& value : list) {
    require(is_amount(value, largest), "{}: {} among \"{}\" is no number from 0 to {:g}", where_,
            shown(value), key, largest);
    values.push_back(value.get<double>());
  }
  return values;
}

bool Members::flag(const char* key) const {
  if (!has(key)) return false;
  if (!object_[key].is_boolean()) refuse(key, "true or false");
  return object_[key].get<bool>();
}

std::string Members::name(const char* key) const {
  if (!has(key)) return "";
  const json& value = object_[key];
  if (!value.is_string() || !is_printable(value.get_ref<const std::string&>())) refuse(key, "a name");
  return value.get<std::string>();
}

}  // namespace het
