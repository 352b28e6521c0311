#pragma once
#include "src/model/platform.hpp"

namespace het::test {

// A platform as virtual time has it: all kinds of work at full speed, and a byte copied in that many seconds.
inline Platform as_simulated(Platform platform, double seconds_per_copied_byte = 0) {
  platform.seconds_per_copied_byte = seconds_per_copied_byte;
  platform.seconds_per_jump = 0;
  platform.rates = full_speed;
  return platform;
}

}  // namespace het::test
