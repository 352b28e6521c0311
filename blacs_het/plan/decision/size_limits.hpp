#pragma once
// Which calls are too small, or too early, to be decided about.
#include <string>
#include <string_view>
#include <vector>

#include "src/distribution/distribution.hpp"
#include "src/model/call_shape.hpp"

namespace het {

// Operations per process from which on a call is looked at by itself where nothing is known of speeds: smaller ones are
// over before deciding about them, and measuring speeds for them, pays.
inline constexpr double large_flops = 2e9;

// Why mode auto leaves a call to ScaLAPACK for its size before anything is predicted, in one sentence that lives as long
// as this object; empty where it does not: programs make such calls by the hundred thousand.
class SizeLimits {
 public:
  // Where nothing is known of speeds, or all processes are equally fast.
  SizeLimits();
  // Where speeds are known. Of unequal processes more is to be gained, and nothing but the deciding has to pay; the slowest,
  // for which all wait, takes as long for so many times fewer operations. Not for an empty list.
  explicit SizeLimits(const std::vector<double>& cycle_times);

  // Operations per process of a call that is looked at by itself.
  double large() const { return large_; }
  // However often such calls come:
  std::string_view too_small(const CallShape& shape, int processes) const;
  // and of one that comes alone.
  std::string_view too_small_alone(const CallShape& shape, int processes) const;

 private:
  SizeLimits(double least, double large);
  static const SizeLimits& usual();

  double least_, large_;
  std::string too_small_, too_small_alone_;
};

// The same for the blocks of the matrix (of a product: of C), in a sentence that is kept;
std::string_view too_few_blocks(const CallShape& shape, const Distribution& matrix);
// and where the cycle-times have to be measured first: operations per process of the call, those of the calls before it,
// and seconds that these took.
std::string_view too_early(double operations, double in_calls, double seconds);

}  // namespace het
