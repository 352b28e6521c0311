#include "src/tools/input/host_names.hpp"

#include <algorithm>
#include <map>

#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

// Byte where character k starts; the end where there are fewer.
std::size_t byte_of(std::string_view text, std::size_t k) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (starts_character(text[at]) && k-- == 0) return at;
  return text.size();
}

}  // namespace

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
