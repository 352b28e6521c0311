#pragma once
// What calls of the past tell about the next one.
#include <map>
#include <string>

#include "blacs_het/plan/decision/decision.hpp"

namespace het {

// A call that was computed, in the way that was chosen for it.
struct Outcome {
  std::string size_class;
  Alternative taken;
  std::map<Alternative, double> predicted;  // seconds of each candidate, by the model
  double seconds = 0;                       // measured, of the slowest process
  double fresh = 0;  // of these, what memory may have cost that was touched for the first time
};

// Calls of one class share what they learn: the same routine and type, dimensions within a half octave, blocks of the
// same size.
std::string size_class(const CallShape& shape, const Distribution& caller);

// How predictions turned out, for each class of calls and each alternative. One that was slower than predicted is corrected
// by its factor, and so loses against others from then on. It is tried anew when what it would lose is a hundredth of what
// calls of its class took since (three hundredths after the first time). Pure; for one process that decides and tells the
// others.
class Experience {
 public:
  // True when the call took clearly longer than calls of its class by the same alternative used to, in comparison with what
  // was predicted. O(log classes + alternatives).
  bool note(const Outcome& outcome);

  // Further calls of a class took so long, by ScaLAPACK and without a decision: time in which others were not tried.
  void passed(const std::string& size_class, double seconds);

  // What to multiply predictions with. Times decide as they were; what a trial may cost is feared without what fresh memory
  // did the last time. What was never tried shares ScaLAPACK's factor where that took longer than
  // predicted: the model is then wrong about the platform; a move shares also that of our kernels in place, and the least
  // one of the moves that were tried. ScaLAPACK itself is believed until it is seen: trying it is what would have happened
  // without the library.
  // What was never tried and may be quicker than the best that is known, though its correction says that it is not, is tried
  // once when that costs no more than three hundredths of what calls of its class took: in place uncorrected, another move
  // without the factor of moves, ScaLAPACK with a factor of 0.
  Corrections corrections(const std::string& size_class) const;

 private:
  struct Record {
    int calls = 0;
    double log_factor = 0;  // smoothed logarithm of measured / predicted
    double log_warm = 0;    // the same without what fresh memory may have cost
    double since = 0;       // seconds of calls of the class by others since the last one

    double factor() const;
    double warm_factor() const;
  };
  struct Class {
    std::map<Alternative, Record> records;
    double seconds = 0;  // of all calls, without what they lost
    Outcome last;

    const Record& of(const Alternative& alternative) const;
    double predicted(const Alternative& alternative) const;  // for the last call; 0: was no candidate
    double factor_of_unmoved(const Alternative& untried) const;
    using Factor = double (Record::*)() const;
    double untried_factor(const Alternative& untried, Factor factor_of) const;
    double best_known(const Alternative& but) const;
    double cost_of_trial(const Alternative& alternative, double feared) const;
    bool is_due(const Alternative& alternative) const;  // to be judged by its prediction
    bool is_cheap_to_try(const Alternative& untried, double feared) const;
    Correction correction(const Alternative& alternative) const;
    bool forward_is_due() const;
    bool in_place_is_due() const;
    bool move_is_due(const Alternative& move) const;
  };
  std::map<std::string, Class> classes_;
};

}  // namespace het
