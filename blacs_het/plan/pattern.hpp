#pragma once
// Owners over one period of a pattern, from integer shares.
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// 0,0,0,1 for shares 3, 1: each owner's blocks together. For products, whose order does not matter. [BPRR99
// Figure 4]
std::vector<int> contiguous_pattern(std::span<const Extent> shares);

// Every leading part as close to the shares as possible: owner k's next block comes at (blocks + 1) *
// cycle_time_k, the earliest first (the first of equals), until its share is used up. Shares 4, 2 with the
// equivalent cycle-times 3/20, 5/17 of BPRR99 §3.2.2 give 0 1 0 0 1 0. O(sum of shares * log n). Throws Error
// when the lengths differ, or for bad cycle-times or negative shares.
std::vector<int> interleaved_pattern(std::span<const Extent> shares, std::span<const double> cycle_times);
// With cycle-times 1 / share.
std::vector<int> interleaved_pattern(std::span<const Extent> shares);

// Every trailing part balanced instead: the interleaved pattern reversed, for factorizations, whose matrix
// shrinks from the front. [BPRR99 §2.3.2, §3.2.2]
std::vector<int> reversed_pattern(std::span<const int> pattern);

// The orders by name: what hetplan and the C functions offer.
enum class PatternOrder {
  contiguous,   // contiguous_pattern
  interleaved,  // interleaved_pattern by the shares
  lu,           // the same reversed
};
inline constexpr std::string_view pattern_order_names[] = {"contiguous", "interleaved", "lu"};
std::optional<PatternOrder> pattern_order_named(std::string_view name);
std::vector<int> pattern_of(std::span<const Extent> shares, PatternOrder order);

}  // namespace het
