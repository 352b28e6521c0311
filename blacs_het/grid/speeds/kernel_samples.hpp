#pragma once
#include "blacs_het/grid/speeds/kernel_speeds.hpp"
#include "src/base/precision.hpp"

namespace het {

// Times each kind of work in rounds of a sample of one or two milliseconds each, and takes the best of each kind; about 0.1 s.
// Local. With a limit on memory, in bytes, in a smaller matrix than otherwise (32 MB): half of the limit, but two pieces
// at least.
template <Scalar T>
KernelSamples sample_kernels(Extent memory_limit);

}  // namespace het
