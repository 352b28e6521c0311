#pragma once
#include <vector>

#include "src/model/factor/clocks/link_clocks.hpp"
#include "src/model/factor/clocks/process_clocks.hpp"

namespace het {

// The second way of Cholesky's panels, to the processes that have columns of their rows' numbers: the head, which the
// next panel needs, ahead of all but the rows that leave the same process with it; the rest when the rows have left. With
// rows(s) and head(s) the times at which a process of the next panel's column has these, and all(s) that at which it has
// all of panel s:
//   panel s + 1 can begin at   max(rows(s), head(s), all(s - 1)).
// Its rows are not received before all(s - 1) either, which stands for what two panels take of the links from each other: the
// kernel lets so many travel at a time.
class TransposedTravel {
 public:
  TransposedTravel(const Panels& panels, const StepCosts& costs, LinkClocks& links, ProcessClocks& clocks);

  // From when on process k receives the panel.
  double receives(std::size_t k) const { return all_before_[k]; }
  // Of panel `step`, before its rows are sent: the head leaves beside them. O(p).
  void send_head(std::size_t step);
  // Behind its rows, which are at clocks.arrived; then clocks.arrived tells when all of it is there. O(p q + p h) for a head
  // that h process rows have rows of.
  void send_all();
  // When process row i of the next panel's process column can begin with that.
  double next_begins(int i) const { return next_begins_[static_cast<std::size_t>(i)]; }

 private:
  bool last() const { return step_ + 1 == panels_.count(); }
  // The head's rows that a process row has: seconds of a hop, and when they have come to the last process so far.
  struct PartOfHead {
    int row;
    double seconds, came;
  };
  void pass_on(PartOfHead& part, std::size_t from, int hops, double rows_beside);
  void send_head_down();
  void send_rest();
  double cut_parts(int j, double whole);
  void send_down(int j, double whole);
  void round_the_column(double least, double longest, double latency, double looks);

  const Panels& panels_;
  const StepCosts& costs_;
  LinkClocks& links_;
  ProcessClocks& clocks_;
  std::size_t step_ = 0;
  std::vector<PartOfHead> head_;
  std::vector<double> all_before_;               // by process: all of the panel before is there
  std::vector<double> next_begins_, head_came_;  // by process row
  // Of what goes down a column: seconds, and when it leaves its process row.
  std::vector<double> parts_, leaves_;
  std::vector<double> behind_, came_;  // when the last of others' parts is there, from behind, and in all
};

}  // namespace het
