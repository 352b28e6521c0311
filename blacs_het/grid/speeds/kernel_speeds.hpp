#pragma once
#include "src/base/precision.hpp"
#include "src/model/platform.hpp"

namespace het {

// How the speeds of other local work compare with that of long products, which differs less between processes than the
// speeds themselves.
struct KernelSpeeds {
  KernelRates rates;
  // That a long product does while a byte is copied, and while an element is found, as in Platform; and while a byte of
  // memory that is touched for the first time costs more than later.
  double flops_per_copied_byte = 0, flops_per_jump = 0, flops_per_fresh_byte = 0;

  // To those of a product whose operations take so many times as long: a byte takes as long to copy, and an element to
  // find, whatever it is a part of.
  void rescale(double longer) {
    for (double* const flops : {&flops_per_copied_byte, &flops_per_jump, &flops_per_fresh_byte})
      *flops /= longer;
  }
};

// Times each kind of work in rounds of a sample of one or two milliseconds each, and takes the best of each kind; about 0.1 s.
// Local. With a limit on memory, in bytes, in a smaller matrix than otherwise (32 MB): half of the limit, but two pieces
// at least.
template <Scalar T>
KernelSpeeds measure_kernels(Extent memory_limit);

}  // namespace het
