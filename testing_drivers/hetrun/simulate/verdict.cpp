#include "testing_drivers/hetrun/simulate/verdict.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace het::run {
namespace {

constexpr std::string_view opening = "simgrid<<", closing = ">>simgrid";

struct Sign {
  std::string_view text;     // in SimGrid's message
  std::string_view failure;  // what it means; empty: the message itself
  bool rejected;
};
// In the order of their weight.
constexpr Sign signs[] = {
    {"Parse error at", "", true},
    {"Bad config key", "", true},
    {"Not a valid model", "", true},
    {"Host not found", "", true},
    {"MPI_Abort was called", "a rank called MPI_Abort", false},
    {"Deadlock detected", "deadlock: ranks wait for what never comes", false},
    {"CRITICAL:", "", false},
    {"Stalling SMPI instance", "ranks ended without MPI_Finalize", false},
};

// "CRITICAL:Uncaught exception std::out_of_range: Bad config key: x" -> "Bad config key: x"
std::string essence(const std::string& message, const Sign& sign) {
  if (!sign.failure.empty()) return std::string(sign.failure);
  const size_t found = message.find(sign.text);
  return message.substr(sign.rejected ? found : found + sign.text.size());
}

}  // namespace

const char* SimulationLog::format() { return "simgrid<<%p:%m>>simgrid%n"; }

bool SimulationLog::take(const std::string& line) {
  if (inside_) {
    inside_ = line.find(closing) == std::string::npos;
    return true;
  }
  if (!line.starts_with(opening))
    return line == "Aborted" || line.starts_with("  -> ") ||
           line.starts_with("Backtrace (displayed in actor");
  const size_t end = line.find(closing);
  inside_ = end == std::string::npos;
  note(line.substr(opening.size(), inside_ ? end : end - opening.size()));
  return true;
}

void SimulationLog::note(const std::string& message) {
  ended_ = ended_ || message.find("Simulated time:") != std::string::npos;
  if (!failure_.empty()) return;
  const auto sign = std::ranges::find_if(
      signs, [&](const Sign& one) { return message.find(one.text) != std::string::npos; });
  if (sign == std::end(signs)) return;
  failure_ = essence(message, *sign);
  rejected_ = sign->rejected;
}

std::string SimulationLog::failure() const {
  return failure_.empty() && !ended_ ? "the simulation did not reach its end" : failure_;
}

}  // namespace het::run
