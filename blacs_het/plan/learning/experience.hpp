#pragma once
// What calls of the past tell about the next one.
#include <map>
#include <optional>
#include <string>

#include "blacs_het/plan/learning/judgement.hpp"

namespace het {

// A call that takes so many times as long as such calls used to: more than noise.
inline constexpr double clearly_longer = 1.5;

// A call that was computed, in the way that was chosen for it.
struct Outcome {
  std::string size_class;
  Alternative taken;
  Predictions predicted;
  double seconds = 0;  // measured, of the slowest process
  double fresh = 0;    // of these, what memory may have cost that was new to the process
};

// Calls of one class share what they learn: the same routine and type, dimensions within a half octave, blocks of the
// same size.
std::string size_class(const CallShape& shape, const Distribution& caller);

// How predictions turned out, for each class of calls and each alternative. One that was slower than predicted is corrected
// by its factor, and so loses against others from then on; when it, and what was never taken, is tried all the same is
// Judgement's rule. Pure; for one process that decides and tells the others.
class Experience {
 public:
  // True when the call took clearly longer than calls of its class by the same alternative used to, in comparison with what
  // was predicted. O(log classes + alternatives).
  bool note(const Outcome& outcome);

  // Further calls of a class took so long, by ScaLAPACK and without a decision: time in which others were not tried.
  void passed(const std::string& size_class, double seconds);

  // What to multiply the predictions for a call of the class with.
  Corrections corrections(const std::string& size_class, const Predictions& predicted) const;

 private:
  struct Class {
    Records records;
    std::optional<Alternative> last;
  };
  std::map<std::string, Class> classes_;
};

}  // namespace het
