#pragma once
#include "src/model/platform.hpp"

namespace het {

// How the speeds of other local work compare with that of long products, which differs less between processes than the
// speeds themselves.
struct KernelSpeeds {
  KernelRates rates;
  double flops_per_copied_byte = 0;  // that a long product does while a byte is copied
};

// Times some short calls, each at its best, which is what the processor does when nothing disturbs it; some
// milliseconds. Local.
KernelSpeeds measure_kernels();

}  // namespace het
