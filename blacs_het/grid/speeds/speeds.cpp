#include "blacs_het/grid/speeds/speeds.hpp"

namespace het {

Platform platform_of(const Speeds& speeds) {
  Platform platform;
  platform.cycle_times = speeds.cycle_times;
  platform.seconds_per_flop = speeds.seconds_per_flop;
  platform.between = speeds.links.between;
  platform.shared_medium = speeds.links.shared_medium;
  platform.hosts = speeds.links.hosts;
  platform.seconds_per_copied_byte = speeds.kernels.flops_per_copied_byte * speeds.seconds_per_flop;
  platform.seconds_per_jump = speeds.kernels.flops_per_jump * speeds.seconds_per_flop;
  platform.rates = speeds.kernels.rates;
  return platform;
}

}  // namespace het
