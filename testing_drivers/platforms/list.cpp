#include "testing_drivers/platforms/list.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>

#include "src/base/text/text_file.hpp"
#include "testing_drivers/hetrun/plan/cycle_times.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::platforms {
namespace {

std::string word(const toml::table& table, const char* key) {
  const auto value = table[key].value<std::string>();
  if (!value || value->empty()) throw run::UsageError(fmt::format("a platform of the list has no {}", key));
  return *value;
}

void append(const toml::table& table, std::vector<NamedPlatform>& list) {
  Platform platform;
  const std::string name = word(table, "name");
  platform.about = word(table, "about");
  platform.cycle_times = run::read_cycle_times(word(table, "cycle_times"));
  platform.first_site = table["first_site"].value_or(0);
  if (const auto least = table["load"].value<double>()) platform.load = Load{.least = *least};
  const toml::array* networks = table["networks"].as_array();
  if (!networks || networks->empty()) throw run::UsageError(fmt::format("platform {}: no networks", name));
  for (const auto& network : *networks) {
    platform.network = network_named("network", network.value_or(std::string()));
    check(platform);
    list.push_back({name + "-" + platform.network.name, platform});
  }
}

}  // namespace

std::vector<NamedPlatform> read_list(const std::string& file) {
  std::vector<NamedPlatform> list;
  try {
    const TextFile read = text_of(file);
    if (!read.why.empty()) throw run::UsageError(read.why);
    const toml::table table = toml::parse(read.text, file);
    const toml::array* platforms = table["platform"].as_array();
    if (!platforms) throw run::UsageError("no [[platform]] in it");
    for (const auto& one : *platforms)
      if (const toml::table* fields = one.as_table()) append(*fields, list);
  } catch (const toml::parse_error& error) {
    throw run::UsageError(
        fmt::format("--list {}, line {}: {}", file, error.source().begin.line, error.description()));
  } catch (const run::UsageError& error) {
    throw run::UsageError(fmt::format("--list {}: {}", file, error.what()));
  }
  return list;
}

}  // namespace het::platforms
