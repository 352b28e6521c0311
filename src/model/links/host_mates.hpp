#pragma once
#include <vector>

#include "src/distribution/distribution.hpp"
#include "src/model/platform.hpp"

namespace het {

// How many processes of a grid share the host of a rank, itself not counted: none where hosts are not told apart.
//
// Worked example, two hosts of two ranks each, 2 x 2 row by row: each rank has one mate in its row, none in its column.
class HostMates {
 public:
  // O(ranks + hosts (p + q)).
  HostMates(const Hosts& hosts, const Placement& placement);

  struct Mates {
    int in_row = 0, in_col = 0;  // of a rank on the grid
    int on_grid = 0;
  };
  Mates of(int rank) const { return mates_.empty() ? Mates{} : mates_[static_cast<std::size_t>(rank)]; }

 private:
  std::vector<Mates> mates_;  // by rank; empty where hosts are not told apart
};

}  // namespace het
