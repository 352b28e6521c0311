#pragma once
// Which alternatives of a call are believed, and which are tried.
#include <map>

#include "blacs_het/plan/decision/decision.hpp"

namespace het {

// What calls of one class by one alternative took.
struct Record {
  int calls = 0;
  double log_factor = 0;   // smoothed logarithm of measured / predicted
  double log_warm = 0;     // the same without what new memory may have cost
  double since = 0;        // seconds of calls of the class since the last one by this
  int lost_trials = 0;     // in a row
  bool once_more = false;  // the last call lost by its new memory alone: the next one has it

  double factor() const;
  double warm_factor() const;
  double feared_factor() const;  // of a further call
};

struct Records {
  std::map<Alternative, Record> of;
  double seconds = 0;    // of all calls of the class, without what they lost
  double on_trials = 0;  // what trials lost, with new memory after them
};

// What the records of a class say of a call with these predictions.
//
// What was taken before is corrected by its factor. What was never taken shares ScaLAPACK's factor where that took longer
// than predicted: the model is then wrong about the platform; a move shares also that of our kernels in place, and the least
// one of other moves. ScaLAPACK itself is believed until it is seen: trying it is what would have happened without the
// library.
//
// A trial is a call by an alternative whose correction says that it is not the best: uncorrected it may be. All that trials
// are expected to lose, and lost before, is three hundredths of what calls of the class take, at most. What one costs is
// expected to be what its correction says beside the best that is known, of a move that was never taken half of that
// correction (its square root), and of ours a fifth of a call at least, since memory and plan change. What was never
// taken is tried if it may be better, a move by a twentieth, and ScaLAPACK if it is not predicted to take half as long
// again. What lost is tried anew when what that costs is three hundredths of what calls took since, then one hundredth,
// and half as much after each further trial in vain. A trial that lost by memory that was new alone is repeated at once.
//
// All functions O(alternatives), corrections() its square. The records and the predictions must outlive the object.
class Judgement {
 public:
  Judgement(const Records& records, const Predictions& predicted)
      : records_(records), predicted_(predicted) {}

  Corrections corrections() const;

  // Corrected seconds of all that was taken, and of ScaLAPACK, which is believed before.
  double best_known(const Alternative& but) const;
  bool is_to_be_tried(const Alternative& alternative) const;
  bool lost(const Alternative& alternative) const;  // beside the best known
  bool lost_by_fresh_memory(const Alternative& alternative) const;

 private:
  const Record& record(const Alternative& alternative) const;
  double predicted(const Alternative& alternative) const;  // 0: is no candidate
  double factor_of_unmoved(const Alternative& untried) const;
  using Factor = double (Record::*)() const;
  double least_factor_of_moves(const Alternative& but, Factor factor) const;
  double untried_factor(const Alternative& untried) const;
  double feared_factor(const Alternative& untried) const;
  double cost_of_trial(const Alternative& alternative, double feared) const;
  bool can_be_tried(const Alternative& alternative, double feared) const;
  bool is_due(const Alternative& alternative) const;
  bool may_be_better(const Alternative& untried) const;
  Correction correction(const Alternative& alternative) const;

  const Records& records_;
  const Predictions& predicted_;
};

}  // namespace het
