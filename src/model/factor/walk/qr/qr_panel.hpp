#pragma once
#include "src/model/factor/walk/column_rounds.hpp"
#include "src/model/factor/walk/local_work.hpp"
#include "src/model/walk/walk.hpp"

namespace het {

// What one rank does when QR factors a panel on its process column (QrPanelFactorization): all that it
// computes before a round of messages is one piece of work.
class QrPanelProgram {
 public:
  QrPanelProgram(Walk& walk, const FactorSteps& steps, int i, int j, const LocalWork& work);
  QrPanelProgram(const QrPanelProgram&) = delete;

  Program factor(const Panel& panel, const PanelGroup& group);

 private:
  Program factor(Extent begin, Extent end);
  Program reflect(Extent begin, Extent middle, Extent end);
  Program eliminate(Extent begin, Extent end);
  double begin_column(Extent j, Extent end) const;
  double end_column(Extent j, Extent end) const;
  Program gather(Extent elements);
  // This rank's rows from the group's row with number j in it on.
  Extent rows(Extent j) const { return steps_.rows_from(group_begin_ + j, i_); }

  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, rank_;
  const LocalWork& work_;
  ColumnRounds rounds_;
  Extent group_begin_ = 0, begin_ = 0, end_ = 0;  // the panel in the group
  double owed_ = 0;                               // work before the next round
};

}  // namespace het
