#pragma once
// Equal chunks of work for processors in a line. [BPRR99 §2.3]
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Hands out chunks one by one, each to the processor that would finish it first (the first of equals).
class ChunkQueue {
 public:
  // What each processor has already. The cycle-times must outlive the queue.
  ChunkQueue(std::span<const double> cycle_times, std::vector<Extent> counts);
  // The processor that gets the next chunk. O(log n).
  std::size_t give();
  const std::vector<Extent>& counts() const { return counts_; }

 private:
  double end_of(std::size_t k) const { return cycle_times_[k] * static_cast<double>(counts_[k] + 1); }

  std::span<const double> cycle_times_;
  std::vector<Extent> counts_;
  std::vector<std::pair<double, std::size_t>> ends_;  // a heap
};

// Chunks of each processor that minimise the makespan max_i c_i t_i, c_0 + c_1 + ... = count: start below
// count / (t_i sum 1/t) and give each further chunk to the processor that would finish it first (the first of
// equals). [BPRR99 Algorithm 2.3.1, whose loop runs once too often] O(n log n)
// whatever the count. Example:
// cycle-times 3, 5, 8 and 10 chunks give 5, 3, 2. Throws Error for a bad cycle-time or count < 0.
std::vector<Extent> allocate_line(std::span<const double> cycle_times, Extent count);

// Processor of each chunk, for an order in which every leading part is balanced as well as allocate_line
// could. Example: 3, 5, 8 and 10 chunks give 0 1 0 2 0 1 0 0 1 2. Factorizations, whose matrix shrinks from
// the front, want it reversed. [BPRR99 §2.3.2, Tables 1 and 2] O(n + count log n).
std::vector<int> line_order(std::span<const double> cycle_times, Extent count);

// The chunks of one period of at most `most` chunks that keep the average max_i c_i t_i / sum c_i smallest, the
// shortest of equally good ones. Cycle-times 3, 5, 8 and at most 7 chunks give 3, 2, 1. The average of a long period
// comes close to 1 / sum 1/t. [BDRV99 §4.2, Tables 2 and 3] O(n + most log n). Throws Error for most < 1.
std::vector<Extent> best_chunks(std::span<const double> cycle_times, Extent most);

// max_i c_i t_i.
double makespan(std::span<const double> cycle_times, std::span<const Extent> counts);

}  // namespace het
