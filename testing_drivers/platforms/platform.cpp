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

// Switches, and the wire of a bus, whose two ends are points of their own: hosts send into one and receive from the
// other.
std::string middle(const Network& network) {
  if (network.shape == Network::Shape::switched) return "  <router id=\"switch\"/>\n";
  const bool bus = network.shape == Network::Shape::bus;
  std::string text = fmt::format("  <router id=\"{}\"/>\n  <router id=\"{}\"/>\n", bus ? "into" : "site0",
                                 bus ? "out" : "site1");
  if (bus)
    return text +
           fmt::format(
               "  <link id=\"bus\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"SHARED\"/>\n"
               "  <link id=\"plug\" bandwidth=\"1e15Bps\" latency=\"0s\" sharing_policy=\"FATPIPE\"/>\n"
               "  <route src=\"into\" dst=\"out\" symmetrical=\"NO\"><link_ctn id=\"bus\"/></route>\n",
               network.bandwidth, network.latency);
  return text +
         fmt::format(
             "  <link id=\"far\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"SPLITDUPLEX\"/>\n"
             "  <route src=\"site0\" dst=\"site1\" symmetrical=\"NO\"><link_ctn id=\"far\" "
             "direction=\"UP\"/></route>\n"
             "  <route src=\"site1\" dst=\"site0\" symmetrical=\"NO\"><link_ctn id=\"far\" "
             "direction=\"DOWN\"/></route>\n",
             network.far_bandwidth, network.far_latency);
}

// How one host is reached.
std::string connection(const Platform& platform, int host) {
  const Network& network = platform.network;
  if (network.shape == Network::Shape::bus)
    return fmt::format(
        "  <route src=\"h{0}\" dst=\"into\" symmetrical=\"NO\"><link_ctn id=\"plug\"/></route>\n"
        "  <route src=\"out\" dst=\"h{0}\" symmetrical=\"NO\"><link_ctn id=\"plug\"/></route>\n",
        host);
  const int hosts = static_cast<int>(platform.cycle_times.size());
  const int first_site = platform.first_site > 0 ? platform.first_site : (hosts + 1) / 2;
  const char* at = network.shape == Network::Shape::switched ? "switch"
                   : host < first_site                       ? "site0"
                                                             : "site1";
  return fmt::format(
      "  <link id=\"l{0}\" bandwidth=\"{1}Bps\" latency=\"{2}s\" sharing_policy=\"SPLITDUPLEX\"/>\n"
      "  <route src=\"h{0}\" dst=\"{3}\" symmetrical=\"NO\"><link_ctn id=\"l{0}\" "
      "direction=\"UP\"/></route>\n"
      "  <route src=\"{3}\" dst=\"h{0}\" symmetrical=\"NO\"><link_ctn id=\"l{0}\" "
      "direction=\"DOWN\"/></route>\n",
      host, network.bandwidth, network.latency, at);
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
  text += middle(platform.network);
  for (int host = 0; host < hosts; ++host) text += connection(platform, host);
  for (int host = 0; platform.load && host < hosts; ++host) text += profile(*platform.load, host);
  return text + " </zone>\n</platform>\n";
}

}  // namespace het::platforms
