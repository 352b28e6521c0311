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

// The first thing that happens on a context: rank 0 tells every other process how it opens, and hears nothing of them.
// Programs make contexts by the thousand for a few small calls; these need one short message each, and neither a handshake,
// a communicator nor a collective operation. `mine` counts on rank 0 alone. Nothing where rank 0 gave no sign of life
// for so many seconds: then this process says so, and takes no part in a later handshake.
std::optional<Opening> hear_opening(MPI_Comm blacs_comm, Opening mine, double seconds);

// Agrees with every process of a BLACS communicator that this library is there to take part in collective
// operations.
//
// mpirun may not hand LD_PRELOAD to every node; a collective call would then hang. So the first thing that
// happens before any is a star of small messages with a time limit: each process greets rank 0; if all
// greetings arrive, rank 0 asks each to commit, and only if all do is the answer yes. Else rank 0 (or the
// processes that wait in vain for rank 0) says on standard error who is missing. Who is missing may only be late:
// the answer is then `later`, and the next calls ask again, without waiting, three times at most.
class Handshake {
 public:
  enum class Answer { yes, no, later };

  // No communication. The communicator must outlive it.
  explicit Handshake(MPI_Comm blacs_comm);
  // Collective over the processes that have the library, until it was yes or no; the answer is the same on all of them.
  // `seconds` is how long rank 0 waits for the others' first sign of life, the others twice as long for its answer.
  Answer shake(double seconds);

 private:
  static constexpr int asked_again = 3;
  void greet(double seconds);
  Answer answer_all(double seconds);
  Answer hear(double seconds);

  MPI_Comm comm_;
  int rank_ = 0, others_ = 0, calls_ = 0;
  std::vector<int> missing_;  // on rank 0: those that have not greeted it
};

}  // namespace het
