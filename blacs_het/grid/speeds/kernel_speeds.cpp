#include "blacs_het/grid/speeds/kernel_speeds.hpp"

#include <algorithm>

#include "blacs_het/plan/learning/relative_speeds.hpp"

namespace het {
namespace {

// The inner dimension h of half the speed, where one of k runs at this part of it, k / (k + h).
double half_speed(Extent k, double part) {
  const double reached = std::clamp(part, 0.01, 1.0);
  return static_cast<double>(k) * (1 - reached) / reached;
}

// Where few columns take so many times as long as many do, for each: (1 + h / few) / (1 + h / many).
double half_speed_narrow(double slower) {
  const double times = std::clamp(slower, 1.0, 2.0);
  return (times - 1) / (1.0 / sampled::narrow_cols - times / sampled::piece_cols);
}

}  // namespace

KernelSpeeds rates_of(const KernelSamples& seen) {
  using namespace sampled;
  KernelSpeeds kernels;
  KernelRates& rates = kernels.rates;
  // short / long = short_k (long_k + h) / (long_k (short_k + h)), for the inner dimension h of half the speed.
  const double ratio = std::clamp(seen.short_product / seen.long_product, 0.3, 1.0);
  rates.half_speed_near_k = static_cast<double>(long_k * short_k) * (1 - ratio) /
                            (ratio * static_cast<double>(long_k) - static_cast<double>(short_k));
  const double longest_product =
      seen.long_product * (1 + rates.half_speed_near_k / static_cast<double>(long_k));
  rates.half_speed_square = half_speed(small_n, seen.small_update / seen.update);
  rates.half_speed_narrow = half_speed_narrow(median(seen.wide_to_narrow));
  rates.half_speed_left_solve = half_speed(triangle, seen.left_solve / longest_product);
  rates.half_speed_right_solve = half_speed(triangle, seen.right_solve / longest_product);
  rates.vectors = std::clamp(seen.vectors / longest_product, 0.01, 1.0);
  rates.columns = std::clamp(seen.columns / longest_product, 0.01, 1.0);
  const double near_product = rates.near_product(long_k);
  rates.half_speed_k = half_speed(update_k, median(seen.updates_to_products) * near_product);
  kernels.flops_per_copied_byte = seen.per_copied_byte * longest_product;
  kernels.flops_per_fresh_byte = seen.per_fresh_byte * longest_product;
  // Beside its bytes; what rounding leaves of none is none.
  constexpr double least = 1e-6;
  const double jump = seen.per_found - seen.per_copied_byte * static_cast<double>(seen.element_bytes);
  kernels.flops_per_jump = jump > least * seen.per_found ? jump * longest_product : 0;
  return kernels;
}

}  // namespace het
