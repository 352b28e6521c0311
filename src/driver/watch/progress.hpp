#pragma once
#include <functional>
#include <string>

#include "src/model/call_shape.hpp"

namespace het {

// The line that tells how far a long call has come: the first after `patience` seconds, then at most one a second.
// The share is that of the operations: of a factorization the last steps are the short ones.
class Progress {
 public:
  using Clock = std::function<double()>;  // seconds
  using Say = std::function<void(const std::string&)>;

  Progress(std::string title, const CallShape& shape, double patience, Clock clock, Say say);

  // Step `step` of `steps` begins, `done` columns (of a product: of the inner dimension) are finished.
  void reached(Extent step, Extent steps, Extent done);

  // Share of a call's operations that are done, 0 to 1.
  static double share_done(const CallShape& shape, Extent done);

 private:
  std::string title_;
  CallShape shape_;
  Clock clock_;
  Say say_;
  double begin_, next_;
};

}  // namespace het
