#pragma once
#include "src/model/platform.hpp"

namespace het::test {

// Every kind of work at the speed of a long product, as in virtual time if nothing else is asked for.
inline constexpr KernelRates full_speed{.half_speed_k = 0,
                                        .half_speed_near_k = 0,
                                        .half_speed_square = 0,
                                        .half_speed_narrow = 0,
                                        .half_speed_left_solve = 0,
                                        .half_speed_right_solve = 0,
                                        .vectors = 1,
                                        .columns = 1};

// A platform as virtual time has it: all kinds of work at full speed, and a byte copied in that many seconds.
inline Platform as_simulated(Platform platform, double seconds_per_copied_byte = 0) {
  platform.seconds_per_copied_byte = seconds_per_copied_byte;
  platform.seconds_per_jump = 0;
  platform.rates = full_speed;
  return platform;
}

}  // namespace het::test
