#pragma once
#include "src/base/index.hpp"

namespace het {

// What this thread's local matrix products did, as far as they were long enough to tell anything of its speed.
struct WorkDone {
  double flops = 0;
  double flops_per_inner = 0;  // sum of operations / inner dimension, by which short products lose speed
  double seconds = 0;
};

// Counts them: blas::gemm tells, and whoever wants to know the speed of a process asks before and after. Local.
class WorkMeter {
 public:
  static WorkDone& done();

  // Around one product, with its inner and its least dimension.
  class Product {
   public:
    Product(double flops, Extent inner, Extent least);
    ~Product();
    Product(const Product&) = delete;
    Product& operator=(const Product&) = delete;

   private:
    double flops_, inner_, begin_;
  };
};

}  // namespace het
