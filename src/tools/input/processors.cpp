#include "src/tools/input/processors.hpp"

#include <filesystem>
#include <sstream>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"
#include "src/base/text/message.hpp"
#include "src/base/text/text_file.hpp"
#include "src/tools/input/host_names.hpp"

namespace het {
namespace {

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

Processors parse_any(const std::string& text) {
  if (looks_like_json(text)) return parse_report(text, "report");
  const TextFile file = text_of(text, largest_cycle_time_file);
  const std::string why = fmt::format("file '{}' {}", text, file.why);
  if (!is_file(text))
    return {parse_list_not_file(text, why, "a line or a file of HETSCALAPACK_REPORT"), {}, std::nullopt};
  require(file.why.empty(), "{}", why);
  return looks_like_json(file.text) ? parse_report(file.text, text) : parse_hosts(file.text, text);
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
