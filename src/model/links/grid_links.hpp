#pragma once
#include <vector>

#include "src/distribution/distribution.hpp"
#include "src/model/platform.hpp"

namespace het {

// What messages cost between the processes of a p x q grid, of which several may share a host and its interface to the
// network. Where hosts are not told apart all links are alike.
//
// Worked example, two hosts of two ranks each: on 2 x 2 with a host for each process row, rows are inside a host, and
// both process columns go through the interfaces, each of which two ranks share when all columns exchange.
class GridLinks {
 public:
  // O(p q).
  GridLinks(const Platform& platform, const Placement& placement, int p, int q);

  // From process (i, from) to (i, to), while all process rows send from this process column to that one.
  LinkCosts along_row(int i, int from, int to) const {
    if (!platform_.hosts.told_apart()) return platform_.outside(1);
    const Seat &a = seats_[at(i, from)], &b = seats_[at(i, to)];
    return a.host == b.host ? platform_.hosts.inside : platform_.outside(std::max(a.in_column, b.in_column));
  }

  // What passes along a process column.
  struct Column {
    // A process says something to all others: to `far` of them, whose messages take longest, and to `near` others of
    // its own host. This column alone.
    LinkCosts slowest, inside;
    int far = 0, near = 0;
    // The slowest hop from process to process down the column and round, all columns sending.
    LinkCosts ring;
    // Seconds for each byte that a process exchanges with the others, with all of them alike, all columns exchanging.
    double exchanged_byte = 0;
    // And of a process's own time for one that it receives from others of the column alike, on average of all.
    double own_byte = 0;
  };
  const Column& column(int j) const { return columns_[static_cast<std::size_t>(j)]; }

 private:
  // A process of the grid: its host, and how many processes of its column are there too.
  struct Seat {
    int host = 0, in_column = 1;
  };
  std::size_t at(int i, int j) const { return place_of(i, j, q_); }
  void take_seats(const Placement& placement);
  std::vector<int> that_send_out(bool to_next_alone) const;
  Column column_of(int j, const std::vector<int>& exchanging, const std::vector<int>& passing_on) const;

  const Platform& platform_;
  int p_, q_;
  std::vector<Seat> seats_;  // row by row; empty where hosts are not told apart
  std::vector<Column> columns_;
};

}  // namespace het
