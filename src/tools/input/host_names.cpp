#include "src/tools/input/host_names.hpp"

#include <algorithm>
#include <map>

namespace het {
namespace {

// Length in bytes of the printable character at the start of the text, 0 where there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  unsigned code = byte(0) & (0x7fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(k) & 0x3fu);
  }
  constexpr unsigned shortest[] = {0, 0, 0xa0, 0x800, 0x10000};  // 0x80 to 0x9f are control characters
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code >= shortest[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// Byte where character k starts; the end where there are fewer.
std::size_t byte_of(std::string_view text, std::size_t k) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (starts_character(text[at]) && k-- == 0) return at;
  return text.size();
}

}  // namespace

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    result += length == 0 ? std::string_view("?") : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::size_t text_length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string shortened(std::string_view text, std::size_t most) {
  const std::size_t length = text_length(text);
  if (length <= most) return std::string(text);
  const std::size_t tail = most >= 8 ? 4 : 0;
  const std::size_t head = most > tail ? most - tail - 1 : 0;
  std::string result(text.substr(0, byte_of(text, head)));
  result += most > 0 ? "~" : "";
  result += text.substr(byte_of(text, length - tail));
  return result;
}

std::vector<std::string> without_domains(const std::vector<std::string>& names) {
  std::vector<std::string> hosts;
  std::map<std::string, std::string> whole;  // of each host
  for (const std::string& name : names) {
    hosts.push_back(name.substr(0, name.find('.')));
    const std::string& known = whole.emplace(hosts.back(), name).first->second;
    if (hosts.back().empty() || known != name) return names;
  }
  // 10.0.0.1 and 10.0.0.2 are already told apart above; a lone address would still lose its meaning.
  const bool addresses = std::all_of(hosts.begin(), hosts.end(), [](const std::string& host) {
    return host.find_first_not_of("0123456789") == std::string::npos;
  });
  return addresses ? names : hosts;
}

}  // namespace het
