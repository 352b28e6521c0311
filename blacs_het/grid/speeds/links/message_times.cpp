#include "blacs_het/grid/speeds/links/message_times.hpp"

#include <algorithm>

namespace het {

bool is_shared_medium(int processes, double all_seconds_per_byte, double alone_seconds_per_byte) {
  constexpr double nearly = 0.75;
  return processes > 2 && all_seconds_per_byte > nearly * processes * alone_seconds_per_byte;
}

double overhead_of_a_message(double burst, int messages, double latency) {
  return std::clamp(std::min(burst / (2 * messages), (burst - latency) / (messages - 1)), 0.0, latency / 2);
}

double own_time_per_byte(Extent bytes, double long_seconds, double short_seconds, double waiting) {
  return std::max(std::min(long_seconds, waiting) - short_seconds, 0.0) / static_cast<double>(bytes - 1);
}

double long_message_seconds_per_byte(Extent bytes, double seconds, double latency) {
  constexpr double most_latency = .95;  // part of a message's time
  // Measured at another moment, the latency may have come out longer than all of the message.
  const double moving = seconds - std::min(latency, most_latency * seconds);
  const double longer = static_cast<double>(long_message_bytes - bytes) / static_cast<double>(bytes - 1);
  return (seconds + longer * moving) / static_cast<double>(long_message_bytes);
}

}  // namespace het
