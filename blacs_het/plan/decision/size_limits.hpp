#pragma once
// Which calls are too small to be decided about.
#include <string_view>
#include <vector>

#include "src/distribution/distribution.hpp"
#include "src/model/call_shape.hpp"

namespace het {

// Operations per process from which on a call is looked at by itself where nothing is known of speeds: smaller ones are
// over before deciding about them, and measuring speeds for them, pays.
inline constexpr double large_flops = 2e9;
// That smaller calls of one kind have done before one of them is looked at for the first time, which costs the set-up of a
// context: some part of a millisecond, beside 12 ms at 40 Gflop/s and longer where processes wait for messages.
inline constexpr double first_look_flops = 5e8;

// Operations per process from which on a call is looked at where such calls come often, and by itself.
struct WorkLimits {
  double least = 0, large = 0;
};
// Where speeds are known: by the time that the slowest process, for which all wait, computes; seconds_per_flop is the
// fastest one's. Of unequal processes more is to be gained. Not for an empty list.
WorkLimits work_limits(const std::vector<double>& cycle_times, double seconds_per_flop);

// Why mode auto leaves a call to ScaLAPACK for its size before anything is predicted, in one sentence that is kept for ever:
// who asks what the latest call did may ask when its context is gone; empty where it does not. Programs make such calls by
// the hundred thousand.
class SizeLimits {
 public:
  // Where nothing is known of speeds.
  static const SizeLimits& without_speeds();
  explicit SizeLimits(const WorkLimits& limits);

  double large() const { return limits_.large; }
  // However often such calls come:
  std::string_view too_small(const CallShape& shape, int processes) const;
  // and of one that comes alone.
  std::string_view too_small_alone(const CallShape& shape, int processes) const;

 private:
  WorkLimits limits_;
  std::string_view too_small_, too_small_alone_;
};

// The same for the blocks of the matrix (of a product: of C).
std::string_view too_few_blocks(const CallShape& shape, const Distribution& matrix);

}  // namespace het
