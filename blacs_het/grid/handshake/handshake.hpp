#pragma once
#include <optional>
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// What rank 0's settings make of a context's calls as long as none of them needs more.
enum class Opening : int {
  small_pass,  // mode auto: what is obviously too small goes to ScaLAPACK
  all_pass,    // mode never
  none_pass    // mode always, and wrong settings, which all are to know
};

// Agrees with every process of a BLACS communicator that this library is there to take part in collective
// operations.
//
// mpirun may not hand LD_PRELOAD to every node; a collective call would then hang. So the first thing that
// happens before any is a star of small messages with a time limit: each process greets rank 0; if all
// greetings arrive, rank 0 asks each to commit, and only if all do is the answer yes. Else rank 0 (or the
// processes that wait in vain for rank 0) says on standard error who is missing. Who is missing may only be late:
// the answer is then `later`, and the next calls ask again, without waiting, three times at most.
//
// Programs make contexts by the thousand. Whom a process has waited for in vain once, it hardly waits for on later contexts,
// without a word, until one of that process's comes (missed.hpp). No side needs to know how long the other one waits: rank 0
// answers every process, there or not, and who no longer waits has told rank 0 so.
class Handshake {
 public:
  enum class Answer { yes, no, later };

  // No communication. The communicator must outlive it.
  explicit Handshake(MPI_Comm blacs_comm);
  // Sees who came after all, too late for this context. Local.
  ~Handshake();
  Handshake(const Handshake&) = delete;
  Handshake& operator=(const Handshake&) = delete;

  // The first thing that happens on a context: rank 0 tells every other process how it opens, and hears nothing of them.
  // A few small calls need one short message each, and neither a handshake, a communicator nor a collective operation.
  // `mine` counts on rank 0 alone. Nothing where rank 0 gave no sign of life for so many seconds: then this process says so,
  // and takes no part in a later handshake.
  std::optional<Opening> hear_opening(Opening mine, double seconds);
  // Collective over the processes that have the library, until it was yes or no; the answer is the same on all of them.
  // `seconds` is how long rank 0 waits for the others' first sign of life, the others twice as long for its answer.
  Answer shake(double seconds);

 private:
  static constexpr int asked_again = 3;
  std::vector<int> greet(double seconds);
  std::vector<int> without_greeting(const std::vector<int>& ranks, double seconds) const;
  bool wait_for_opening(int& word, double seconds);
  Answer answer_all(double seconds);
  Answer hear(double seconds);

  MPI_Comm comm_;
  int rank_ = 0, others_ = 0, calls_ = 0;
  // On rank 0 those that have not greeted it; elsewhere rank 0, where it did not open the context in time.
  std::vector<int> missing_;
};

}  // namespace het
