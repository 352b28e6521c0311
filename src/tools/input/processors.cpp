#include "src/tools/input/processors.hpp"

#include <filesystem>
#include <sstream>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/input/text_file.hpp"

namespace het {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 26;  // far above max_processors lines

Processors parse_hosts(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  Processors result;
  for (HostCycleTime& entry : parse_cycle_time_file(lines, name)) {
    require(is_printable(entry.host), "{}: host '{}' is no printable UTF-8", name, printable(entry.host));
    result.cycle_times.push_back(entry.cycle_time);
    result.names.push_back(std::move(entry.host));
  }
  result.names = without_domains(result.names);
  return result;
}

bool looks_like_json(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

bool is_file(const std::string& path) {
  std::error_code ignored;  // a path too long for the system is no file
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

Processors parse_list(const std::string& text) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(text, ignored), "'{}' is a directory", text);
  try {
    return {parse_cycle_times(text), {}, std::nullopt};
  } catch (const Error& error) {
    const bool list = text.empty() || text.find_first_of(",*") != std::string::npos;
    throw Error(fmt::format("{}{}", error.what(), list ? "" : "; nor is there a file of that name"));
  }
}

Processors parse_any(const std::string& text) {
  if (looks_like_json(text)) return parse_report(text, "report");
  if (!is_file(text)) return parse_list(text);
  const std::string contents = contents_of(text, largest_file);
  return looks_like_json(contents) ? parse_report(contents, text) : parse_hosts(contents, text);
}

}  // namespace

Processors read_processors(std::string_view option, const std::string& text) {
  try {
    return parse_any(text);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", option, error.what()));
  }
}

}  // namespace het
