#pragma once
#include "src/model/call_shape.hpp"
#include "src/model/platform.hpp"

namespace het {

// Seconds of one rank's local work in a call, by the platform's rates.
class LocalWork {
 public:
  LocalWork(const Platform& platform, const CallShape& shape, int rank)
      : rates_(platform.rates),
        multiply_add_(platform.cycle_time(rank) * shape.flops_per_multiply_add * platform.seconds_per_flop),
        copied_element_(platform.cycle_time(rank) * platform.seconds_per_copied_byte *
                        static_cast<double>(shape.element_bytes)) {}

  // Products of so many multiply-adds, of which the dimension that decides on the speed is k: of matrices in
  // memory, and of those that stay in the caches.
  double product(Extent multiply_adds, Extent k) const {
    return multiply_adds > 0 ? seconds(multiply_adds, rates_.product(k)) : 0;
  }
  double near_product(Extent multiply_adds, Extent k) const {
    return multiply_adds > 0 ? seconds(multiply_adds, rates_.near_product(k)) : 0;
  }
  // Of a matrix and a vector; and on each element of columns.
  double vectors(Extent multiply_adds) const { return seconds(multiply_adds, rates_.vectors); }
  double columns(Extent multiply_adds) const { return seconds(multiply_adds, rates_.columns); }
  double copy(Extent elements) const { return static_cast<double>(elements) * copied_element_; }

 private:
  double seconds(Extent multiply_adds, double rate) const {
    return static_cast<double>(multiply_adds) * multiply_add_ / rate;
  }

  const KernelRates& rates_;
  double multiply_add_, copied_element_;
};

}  // namespace het
