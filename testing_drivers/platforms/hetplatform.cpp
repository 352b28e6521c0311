// hetplatform: platform files for SimGrid out of a list of cycle-times and a network.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>

#include "src/base/text/message.hpp"
#include "src/base/text/text_file.hpp"
#include "src/tools/help/help_format.hpp"
#include "testing_drivers/hetrun/plan/cycle_times.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"
#include "testing_drivers/platforms/list.hpp"
#include "testing_drivers/support/option_words.hpp"

namespace het::platforms {
namespace {

namespace fs = std::filesystem;

struct Request {
  std::string cycle_times, network = "switch10", output, list, folder;
  std::optional<double> bandwidth, latency, load;
  double load_seconds = Load{}.seconds;
  std::uint64_t seed = Load{}.seed;
  double flops = 1e10;
  int first_site = 0;
};

void declare(CLI::App& app, Request& request) {
  app.name("hetplatform");
  app.set_version_flag("--version", HETPLATFORM_VERSION);
  app.footer("Hosts are h0, h1, ... in the order of the list.");
  app.add_option("--cycle-times", request.cycle_times, "of the hosts: 1,2,3,6 or 4*1,4*2.2 or a file")
      ->type_name("LIST");
  app.add_option("--network", request.network, network_names())->type_name("NAME")->capture_default_str();
  app.add_option("--bandwidth", request.bandwidth, "of a link in one direction, bytes per second");
  app.add_option("--latency", request.latency, "of a link, seconds");
  app.add_option("--first-site", request.first_site,
                 "hosts at the first of two sites (default: half of them)");
  app.add_option("--flops", request.flops, "flops per second of the fastest host")->capture_default_str();
  auto* load = app.add_option("--load", request.load,
                              "random load that leaves from this part of the speed up to all of it");
  app.add_option("--load-seconds", request.load_seconds, "from one change of the load to the next")
      ->capture_default_str()
      ->needs(load);
  app.add_option("--seed", request.seed, "of the random load")->capture_default_str()->needs(load);
  app.add_option("--output,-o", request.output, "file (default: standard output)")->type_name("FILE");
  auto* list =
      app.add_option("--list", request.list, "write all platforms of this TOML file")->type_name("FILE");
  app.add_option("--into", request.folder, "folder for the platforms of --list")
      ->type_name("FOLDER")
      ->needs(list);
}

void write(const std::string& file, const std::string& text) {
  if (const std::string wrong = write_text(file, text); !wrong.empty())
    throw run::UsageError(fmt::format("{}: {}", file, wrong));
}

// The exit code.
int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  const std::string lost = why_lost(stdout);
  if (!lost.empty()) tell(stderr, "hetplatform", lost);
  return lost.empty() ? 0 : 1;
}

void require_sites(const CLI::App& app, const Request& request) {
  if (app.count("--first-site") > 0 && request.network != "sites")
    throw run::UsageError(
        fmt::format("--first-site: only together with --network sites, not {}", request.network));
}

// A list describes its platforms itself.
void require_list_alone(const CLI::App& app) {
  for (const char* const one : {"--cycle-times", "--network", "--bandwidth", "--latency", "--first-site",
                                "--flops", "--load", "--output"})
    if (app.count(one) > 0)
      throw run::UsageError(fmt::format("--list and {} exclude each other; give one of them", one));
}

void write_list(const Request& request) {
  const fs::path folder = request.folder.empty() ? "." : request.folder;
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw run::UsageError(fmt::format("--into {}: {}", folder.string(), failed.message()));
  for (const auto& [name, platform] : read_list(request.list))
    write((folder / (name + ".xml")).string(), xml(platform));
}

Platform platform_of(const Request& request) {
  if (request.cycle_times.empty()) throw run::UsageError("--cycle-times is missing");
  Platform platform{.about = "",
                    .cycle_times = run::read_cycle_times(request.cycle_times),
                    .fastest = request.flops,
                    .network = network_named("--network", request.network),
                    .first_site = request.first_site,
                    .load = std::nullopt};
  platform.about = fmt::format("{} hosts, network {}", platform.cycle_times.size(), request.network);
  platform.network.bandwidth = request.bandwidth.value_or(platform.network.bandwidth);
  platform.network.latency = request.latency.value_or(platform.network.latency);
  if (request.load) platform.load = Load{*request.load, request.load_seconds, request.seed};
  check(platform);
  return platform;
}

int run(int argc, char** argv) {
  CLI::App app("Writes a platform of unequal processors for SimGrid.");
  Request request;
  declare(app, request);
  testing::refuse_misplaced_values(app);
  app.formatter(std::make_shared<HelpFormat>());
  try {
    app.parse(argc, argv);
    if (!request.list.empty())
      require_list_alone(app);
    else
      require_sites(app, request);
    if (!request.list.empty())
      write_list(request);
    else if (request.output.empty())
      return print(xml(platform_of(request)));
    else
      write(request.output, xml(platform_of(request)));
    return 0;
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    app.exit(success, text, text);
    return print(text.str());
  } catch (const CLI::ParseError& error) {
    tell(stderr, "hetplatform", testing::in_words(error));
    return 2;
  } catch (const std::exception& error) {
    tell(stderr, "hetplatform", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace het::platforms

int main(int argc, char** argv) { return het::platforms::run(argc, argv); }
