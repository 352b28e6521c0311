// Virtual time of local work, by SimGrid's SMPI.
#include "src/bindings/charge.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>

namespace het::charge {
namespace {

// A rate out of the environment, relative to the host's speed.
double setting(const char* name, double otherwise, double least, double most) {
  const char* text = std::getenv(name);
  if (!text || !*text) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end != text && *end == '\0' && value >= least && value <= most) return value;
  // All processes of the simulation are threads of one program, which ends here.
  fmt::print(stderr, "hetscalapack: {}={}: must be a number from {} to {}\n", name, text, least, most);
  std::_Exit(2);
}

// How fast work of each kind runs, as parts of the host's speed.
struct Rates {
  // A product whose least dimension is k runs at k / (k + half) of the speed.
  double half = setting("HETSCALAPACK_SIM_HALF_K", 0, 0, 1e6);
  double level2 = setting("HETSCALAPACK_SIM_LEVEL2", 1, 1e-6, 1);
  // Operations that could be done while a byte is copied; 0: copies are free.
  double per_byte = setting("HETSCALAPACK_SIM_COPY", 0.5, 0, 1e6);
  // Seconds of a look; 0: what smpi/test says of each request.
  double look = setting("HETSCALAPACK_SIM_LOOK", 0, 0, 0.5);
  bool dry = setting("HETSCALAPACK_SIM_DRY", 0, 0, 1) != 0;
};
const Rates& rates() {
  static const Rates the_rates;
  return the_rates;
}

// Seconds of looks since something was computed or has arrived; each process has its own copy. A look takes a part of
// them, up to so many times as long as the first one.
double looked_in_vain = 0;
constexpr double part = 1. / 16, longest = 16;

void run_on(double flops) {
  if (flops <= 0) return;
  looked_in_vain = 0;
  smpi_execute_flops(flops);
}

}  // namespace

void level3(double flops, Extent least) {
  const double k = static_cast<double>(least);
  if (least > 0) run_on(flops * (k + rates().half) / k);
}
void level2(double flops) { run_on(flops / rates().level2); }
void copy(Extent bytes) { run_on(rates().per_byte * static_cast<double>(bytes)); }
void look() {
  if (rates().look <= 0) return;
  const double seconds = std::clamp(part * looked_in_vain, rates().look, longest * rates().look);
  looked_in_vain += seconds;
  const timespec while_looking{0, std::lround(seconds * 1e9)};
  smpi_nanosleep(&while_looking, nullptr);  // in virtual time
}
void arrived() { looked_in_vain = 0; }
bool dry() { return rates().dry; }

}  // namespace het::charge
