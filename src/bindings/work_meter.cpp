#include "src/bindings/work_meter.hpp"

#include <mpi.h>

namespace het {
namespace {

// Shorter products, and those with a thin dimension, say more of caches and calls than of the processor.
constexpr double least_flops = 1e6;
constexpr Extent least_dimension = 32;

}  // namespace

WorkDone& WorkMeter::done() {
  thread_local WorkDone all;
  return all;
}

WorkMeter::Product::Product(double flops, Extent inner, Extent least)
    : flops_(flops >= least_flops && least >= least_dimension ? flops : 0),
      inner_(static_cast<double>(inner)),
      begin_(flops_ > 0 ? MPI_Wtime() : 0) {}

WorkMeter::Product::~Product() {
  if (flops_ == 0) return;
  WorkDone& all = done();
  all.flops += flops_;
  all.flops_per_inner += flops_ / inner_;
  all.seconds += MPI_Wtime() - begin_;
}

}  // namespace het
