#pragma once
#include <span>
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// What the row interchanges of one panel amount to, as one process row sees it. Rows [begin, end) of A become the pivot
// rows, and the rows that were there and are no pivots go where pivots came from: at most 2 (end - begin) rows move,
// once each, whatever the number of interchanges on their way.
//
// Worked example: begin = 4, pivots 6 and 6. Row 4 becomes the old 6; row 5 the old 4, which had gone to 6; row 6 the
// old 5. The pivot rows are 6 and 4, and row 5 is displaced to 6.
class Interchange {
 public:
  // Between this process row and one of them: pivot rows in their order, and local rows here in order of displacement.
  struct Peer {
    std::vector<Extent> pivots;  // which of the pivot rows, 0-based, it has
    std::vector<Extent> to;      // my rows that are displaced to it
    std::vector<Extent> from;    // my rows that are replaced by its displaced ones
  };
  struct Place {
    Extent pivot, row;
  };

  // pivots[t], counted from the first row of `rows`, was exchanged with row begin + t, in this order.
  Interchange(const AxisMap& rows, Extent begin, std::span<const Extent> pivots, int me);

  const Peer& peer(int process_row) const { return peers_[static_cast<std::size_t>(process_row)]; }
  Extent width() const { return width_; }  // pivot rows
  int me() const { return me_; }
  // Where my pivot rows are, and where the pivot rows go that become mine.
  const std::vector<Place>& own() const { return own_; }
  const std::vector<Place>& targets() const { return targets_; }

 private:
  std::vector<Peer> peers_;
  int me_;
  Extent width_;
  std::vector<Place> own_, targets_;
};

}  // namespace het
