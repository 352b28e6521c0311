#include "testing_drivers/platforms/platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::platforms {
namespace {

constexpr int changes = 64;  // of the load, before it repeats itself

void require_positive(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw run::UsageError(fmt::format("{} {}: a number above 0 is needed", what, value));
}

// The file wants its parts in this order.
struct Wiring {
  std::string routers, links, routes;

  void router(const std::string& name) { routers += fmt::format("  <router id=\"{}\"/>\n", name); }
  void link(const std::string& name, double bandwidth, double latency, const char* sharing) {
    links += fmt::format("  <link id=\"{}\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"{}\"/>\n",
                         name, bandwidth, latency, sharing);
  }
  void route(const std::string& from, const std::string& to, const std::string& link, const char* direction) {
    routes +=
        fmt::format("  <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\"><link_ctn id=\"{}\"{}/></route>\n",
                    from, to, link, direction);
  }
  // A link that is as fast in both directions at once.
  void cable(const std::string& name, const std::string& from, const std::string& to, double bandwidth,
             double latency) {
    link(name, bandwidth, latency, "SPLITDUPLEX");
    route(from, to, name, " direction=\"UP\"");
    route(to, from, name, " direction=\"DOWN\"");
  }
};

// The two ends of the wire are points of their own: hosts send into one and receive from the other.
void wire_bus(const Network& network, int hosts, Wiring& wiring) {
  wiring.router("into");
  wiring.router("out");
  wiring.link("bus", network.bandwidth, network.latency, "SHARED");
  wiring.link("plug", 1e15, 0, "FATPIPE");
  wiring.route("into", "out", "bus", "");
  for (int host = 0; host < hosts; ++host) {
    wiring.route(fmt::format("h{}", host), "into", "plug", "");
    wiring.route("out", fmt::format("h{}", host), "plug", "");
  }
}

Wiring wiring_of(const Platform& platform) {
  const Network& network = platform.network;
  const int hosts = static_cast<int>(platform.cycle_times.size());
  Wiring wiring;
  if (network.shape == Network::Shape::bus) {
    wire_bus(network, hosts, wiring);
    return wiring;
  }
  const bool two = network.shape == Network::Shape::sites;
  const int at_first = !two ? hosts : platform.first_site > 0 ? platform.first_site : (hosts + 1) / 2;
  wiring.router("switch0");
  if (two) {
    wiring.router("switch1");
    wiring.cable("far", "switch0", "switch1", network.far_bandwidth, network.far_latency);
  }
  for (int host = 0; host < hosts; ++host)
    wiring.cable(fmt::format("l{}", host), fmt::format("h{}", host), host < at_first ? "switch0" : "switch1",
                 network.bandwidth, network.latency);
  return wiring;
}

std::string profile(const Load& load, int host) {
  std::string text =
      fmt::format("  <trace id=\"load{}\" periodicity=\"{}\">\n", host, changes * load.seconds);
  int step = 0;
  for (const double part : availability(load, host, changes))
    text += fmt::format("   {} {:.3f}\n", step++ * load.seconds, part);
  return text +
         fmt::format("  </trace>\n  <trace_connect kind=\"SPEED\" trace=\"load{0}\" element=\"h{0}\"/>\n",
                     host);
}

// A well mixed function of its argument (SplitMix64).
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

}  // namespace

std::vector<double> availability(const Load& load, int host, int count) {
  std::vector<double> parts;
  for (int step = 0; step < count; ++step) {
    const std::uint64_t here = static_cast<std::uint64_t>(host) << 32 | static_cast<std::uint64_t>(step);
    const double random = static_cast<double>(mixed(mixed(load.seed) ^ here) >> 11) * 0x1p-53;
    parts.push_back(load.least + (1 - load.least) * random);
  }
  return parts;
}

void check(const Platform& platform) {
  const int hosts = static_cast<int>(platform.cycle_times.size());
  require_positive("--flops", platform.fastest);
  require_positive("--bandwidth", platform.network.bandwidth);
  if (!(platform.network.latency >= 0) || !std::isfinite(platform.network.latency))
    throw run::UsageError(
        fmt::format("--latency {}: a number of at least 0 is needed", platform.network.latency));
  if (platform.first_site < 0 || platform.first_site > hosts)
    throw run::UsageError(fmt::format("--first-site {}: a number up to {}, that of all hosts, is needed",
                                      platform.first_site, hosts));
  if (!platform.load) return;
  if (!(platform.load->least > 0 && platform.load->least <= 1))
    throw run::UsageError(
        fmt::format("--load {}: a number above 0 and up to 1 is needed", platform.load->least));
  require_positive("--load-seconds", platform.load->seconds);
}

std::string xml(const Platform& platform) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
      "<platform version=\"4.1\">\n";
  text += fmt::format(" <!-- {} -->\n", platform.about);
  text += " <zone id=\"cluster\" routing=\"DijkstraCache\">\n";
  const double least = std::ranges::min(platform.cycle_times);
  const int hosts = static_cast<int>(platform.cycle_times.size());
  for (int host = 0; host < hosts; ++host)
    text += fmt::format("  <host id=\"h{}\" speed=\"{}f\"/>\n", host,
                        platform.fastest * (least / platform.cycle_times[static_cast<std::size_t>(host)]));
  for (int host = 0; platform.load && host < hosts; ++host) text += profile(*platform.load, host);
  const Wiring wiring = wiring_of(platform);
  text += wiring.routers + wiring.links + wiring.routes;
  return text + " </zone>\n</platform>\n";
}

}  // namespace het::platforms
