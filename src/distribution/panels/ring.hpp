#pragma once
// How a panel goes along a process row, from its owner on, from process to process: rules that the kernels follow and
// the model counts with.
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Which process columns get a panel first, behind its owner: as they stand in the grid; the owner of the next panel,
// whom all others will wait for, before them; and then those with the most columns, which are the fast ones and pass
// it on without delay. Those with about half as many follow, then all others; of many blocks one more or less does not
// count.
enum class RingOrder { of_grid, next_first, next_and_biggest_first };

// `cols`: the panel's owner and other process columns in the order of the grid, in the order in which they get the
// panel. next: the owner of the next panel; columns: by process column. O(q log q).
//
// Worked example (owner 1, next 0, columns 4 4 6): 1 2 0 becomes 1 0 2 in both orders that are not the grid's.
std::vector<int> ring(RingOrder order, std::vector<int> cols, int next, const std::vector<Extent>& columns);

// The usual part of a long message that should arrive while both sides compute. At a look MPI moves only a few fragments of
// each message under way: Open MPI hands over an eager part and three fragments of 32 KiB before it wants to hear of the
// other side again. So many short messages take fewer looks than a long one.
inline constexpr Extent usual_chunk = Extent{96} << 10;

// In how many parts a message of so many bytes goes along a ring of so many processes, so that each can pass on the
// first parts while others come: parts of 96 KiB; with more than three processes at least as many as there are
// processes, of 32 KiB or more.
Extent ring_chunks(Extent bytes, int processes);

}  // namespace het
