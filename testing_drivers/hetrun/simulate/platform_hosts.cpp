#include "testing_drivers/hetrun/simulate/platform_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "src/base/text/parse_number.hpp"
#include "src/base/text/text_file.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

constexpr int most_ranks = 65536;

// The text between name=" and the next quote inside an element.
std::string attribute(const std::string& element, const std::string& name) {
  for (const char quote : {'"', '\''}) {
    const std::string opening = fmt::format(" {}={}", name, quote);
    const size_t found = element.find(opening);
    if (found == std::string::npos) continue;
    const size_t begin = found + opening.size();
    return element.substr(begin, element.find(quote, begin) - begin);
  }
  return "";
}

// "10Gf", "1e10f", "98.095Mf"
double speed_of(const std::string& text) {
  size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    return 0;
  }
  const std::string prefixes = "kMGTPE";
  const size_t prefix = used < text.size() ? prefixes.find(text[used]) : std::string::npos;
  return prefix == std::string::npos ? value : value * std::pow(1000, static_cast<double>(prefix + 1));
}

std::string without_comments(std::string text) {
  for (size_t begin; (begin = text.find("<!--")) != std::string::npos;) {
    const size_t end = text.find("-->", begin);
    text.erase(begin, end == std::string::npos ? end : end + 3 - begin);
  }
  return text;
}

int count_of(const std::string& word) {
  const int value = parse_number<int>(word).value_or(-1);
  return value <= most_ranks ? value : -1;
}

std::vector<int> counts_of_list(const std::string& list, size_t hosts) {
  std::vector<int> counts;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    const size_t star = word.find('*');
    const int times = star == std::string::npos ? 1 : count_of(word.substr(0, star));
    const int ranks = count_of(star == std::string::npos ? word : word.substr(star + 1));
    if (times < 1 || ranks < 0)
      throw UsageError(
          fmt::format("--ranks-per-host {}: '{}' is not a count; allowed are a list, as in 3,1,0 or 3*2,6*1, "
                      "speed and speed:COUNT",
                      list, word));
    counts.insert(counts.end(), static_cast<size_t>(times), ranks);
  }
  if (counts.size() != hosts)
    throw UsageError(fmt::format("--ranks-per-host {}: {} counts for {} hosts", list, counts.size(), hosts));
  return counts;
}

// In proportion to the speeds and at least one; `on_fastest` 0: one on the slowest host.
std::vector<int> counts_by_speed(const std::vector<SimulatedHost>& hosts, int on_fastest) {
  const auto [slowest, fastest] = std::ranges::minmax(hosts, {}, &SimulatedHost::flops);
  if (!(slowest.flops > 0))
    throw UsageError("--ranks-per-host speed: the platform has a host without a speed");
  const double flops_each = on_fastest > 0 ? fastest.flops / on_fastest : slowest.flops;
  const auto count = [&](const SimulatedHost& host) {
    return std::max(1.0, std::round(host.flops / flops_each));
  };
  double all = 0;
  for (const SimulatedHost& host : hosts) all += count(host);
  if (!(all <= most_ranks))
    throw UsageError(
        fmt::format("--ranks-per-host speed: would be {:g} ranks; at most {} are allowed", all, most_ranks));
  std::vector<int> counts;
  for (const SimulatedHost& host : hosts) counts.push_back(static_cast<int>(count(host)));
  return counts;
}

// "speed", "speed:4"
std::vector<int> counts_by_speed(const std::vector<SimulatedHost>& hosts, const std::string& text) {
  if (text == "speed") return counts_by_speed(hosts, 0);
  const int on_fastest = text.starts_with("speed:") ? count_of(text.substr(6)) : -1;
  if (on_fastest < 1)
    throw UsageError(fmt::format("--ranks-per-host {}: must be speed or speed:COUNT", text));
  return counts_by_speed(hosts, on_fastest);
}

}  // namespace

std::vector<SimulatedHost> hosts_of_platform(const std::string& file) {
  const TextFile read = text_of(file);
  std::error_code ignored;
  if (!read.why.empty() && std::filesystem::exists(file, ignored))
    throw UsageError(fmt::format("--simulate {}: {}", file, read.why));
  // The simulation opens it once more, by its name.
  if (read.why.empty() && !std::filesystem::is_regular_file(file, ignored))
    throw UsageError(fmt::format("--simulate {}: is not a regular file", file));
  if (!read.why.empty())
    throw UsageError(fmt::format("--simulate {}: no such file{}", file,
                                 file.find('/') == std::string::npos
                                     ? ", here or among the platforms in share/hetscalapack/platforms"
                                     : ""));
  std::string text = without_comments(read.text);
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isspace(c) != 0; }, ' ');
  std::vector<SimulatedHost> hosts;
  for (size_t at = 0; (at = text.find("<host ", at)) != std::string::npos; ++at) {
    const std::string element = text.substr(at, text.find('>', at) - at);
    hosts.push_back({attribute(element, "id"), speed_of(attribute(element, "speed"))});
    const std::string& name = hosts.back().name;
    // Of a blank, or a colon before a number, the list of hosts would make something else.
    if (name.empty() || name.find_first_of(" :") != std::string::npos)
      throw UsageError(fmt::format(
          "--simulate {}: host id '{}': must not be empty nor have a blank or ':' in it", file, name));
  }
  if (hosts.empty())
    throw UsageError(fmt::format("--simulate {}: not a SimGrid platform with <host> in it", file));
  return hosts;
}

std::vector<std::string> placement(const std::vector<SimulatedHost>& hosts, const std::string& ranks_per_host,
                                   int most) {
  std::vector<int> counts(hosts.size(), 1);
  if (ranks_per_host.starts_with("speed"))
    counts = counts_by_speed(hosts, ranks_per_host);
  else if (!ranks_per_host.empty())
    counts = counts_of_list(ranks_per_host, hosts.size());
  std::vector<std::string> ranks;
  for (size_t host = 0; host < hosts.size(); ++host)
    ranks.insert(ranks.end(), static_cast<size_t>(counts[host]), hosts[host].name);
  if (ranks.empty()) throw UsageError(fmt::format("--ranks-per-host {}: no rank at all", ranks_per_host));
  if (most > static_cast<int>(ranks.size()))
    throw UsageError(fmt::format("--np {}: the hosts take {} ranks", most, ranks.size()));
  if (most > 0) ranks.resize(static_cast<size_t>(most));
  return ranks;
}

}  // namespace het::run
