#include "testing_drivers/platforms/network.hpp"

#include <fmt/format.h>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::platforms {
namespace {

constexpr double gigabit = 1.25e8;  // bytes per second

const Network networks[] = {
    {"ethernet", Network::Shape::switched, 0.1 * gigabit, 75e-6, 0, 0},
    {"switch1", Network::Shape::switched, 1 * gigabit, 20e-6, 0, 0},
    {"switch10", Network::Shape::switched, 10 * gigabit, 5e-6, 0, 0},
    {"switch100", Network::Shape::switched, 100 * gigabit, 1e-6, 0, 0},
    {"bus", Network::Shape::bus, 0.1 * gigabit, 150e-6, 0, 0},
    {"sites", Network::Shape::sites, 1 * gigabit, 20e-6, 0.1 * gigabit, 5e-3},
};

}  // namespace

std::string network_names() {
  std::string names;
  for (const Network& network : networks) names += (names.empty() ? "" : ", ") + network.name;
  return names;
}

Network network_named(const std::string& what, const std::string& name) {
  for (const Network& network : networks)
    if (network.name == name) return network;
  throw run::UsageError(fmt::format("{} {}: one of {} is allowed", what, name, network_names()));
}

}  // namespace het::platforms
