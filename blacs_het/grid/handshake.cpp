#include "blacs_het/grid/handshake.hpp"

#include <fmt/ranges.h>

#include <bit>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "blacs_het/grid/launcher.hpp"
#include "src/base/say.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/tags.hpp"

namespace het {
namespace {

constexpr int tag = tags::handshake, opening_tag = tags::opening;
enum Word : int { hello, ready, yes, withdrawn, go, no, later };

void send(MPI_Comm comm, int to, Word word) {
  const int value = word;
  check_mpi(MPI_Send(&value, 1, MPI_INT, to, tag, comm), "MPI_Send");
}

Word receive(MPI_Comm comm, int from) {
  int value = no;
  check_mpi(MPI_Recv(&value, 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
  return static_cast<Word>(value);
}

constexpr int looks_before_yields = 20, looks_before_rests = 2000;

// Waits for the requests at most `seconds`; those that did not complete are cancelled. True where one
// completed.
std::vector<bool> wait_for(std::vector<MPI_Request>& requests, double seconds) {
  const double begin = MPI_Wtime();
  std::vector<bool> completed(requests.size(), false);
  std::size_t open = requests.size();
  for (int look = 0; open > 0 && MPI_Wtime() - begin < seconds; ++look) {
    for (std::size_t r = 0; r < requests.size(); ++r) {
      int flag = 0;
      if (requests[r] == MPI_REQUEST_NULL) continue;
      MPI_Test(&requests[r], &flag, MPI_STATUS_IGNORE);
      if (flag) {
        completed[r] = true;
        --open;
      }
    }
    // Whoever is late is usually computing on this very core.
    if (look > looks_before_rests)
      rest(200e-6);
    else if (look > looks_before_yields)
      std::this_thread::yield();
  }
  for (std::size_t r = 0; r < requests.size(); ++r) {
    if (requests[r] == MPI_REQUEST_NULL) continue;
    MPI_Status status;
    int cancelled = 0;
    MPI_Cancel(&requests[r]);
    MPI_Wait(&requests[r], &status);
    MPI_Test_cancelled(&status, &cancelled);
    completed[r] = !cancelled;
  }
  return completed;
}

void say_missing(const std::vector<int>& ranks, int size, double seconds, std::string_view then) {
  say("hetscalapack: no sign of the library within {} s from process {} of {} of a BLACS context: "
      "does mpirun pass "
      "LD_PRELOAD (or the same program) to every node? Calls on this context go to ScaLAPACK{}.\n",
      seconds, fmt::join(ranks, ", "), size, then);
}

// Process 0 is missed by all others, of whom none knows which of them wait too: those speak that are the first or the second
// on their host, as launchers tell, and of P processes 1, 2, 4, 8, ...
bool speaks_for_others(int rank) {
  const auto on_host = launched_rank_on_host();
  return (on_host && *on_host <= 1) || std::has_single_bit(static_cast<unsigned>(rank));
}

// As if it had gone through the handshake and given up.
void withdraw(MPI_Comm comm) {
  send(comm, 0, hello);
  send(comm, 0, withdrawn);
}

}  // namespace

std::optional<Opening> hear_opening(MPI_Comm blacs_comm, Opening mine, double seconds) {
  int rank = 0, size = 0, word = static_cast<int>(mine);
  MPI_Comm_rank(blacs_comm, &rank);
  MPI_Comm_size(blacs_comm, &size);
  // Simulated processes are one program with one environment.
  if (size == 1 || charge::virtual_time) return mine;
  if (rank == 0) {
    for (int r = 1; r < size; ++r)
      check_mpi(MPI_Send(&word, 1, MPI_INT, r, opening_tag, blacs_comm), "MPI_Send");
    return mine;
  }
  std::vector<MPI_Request> request(1);
  MPI_Irecv(&word, 1, MPI_INT, 0, opening_tag, blacs_comm, &request[0]);
  if (wait_for(request, seconds)[0]) return static_cast<Opening>(word);
  if (speaks_for_others(rank)) say_missing({0}, size, seconds, "");
  withdraw(blacs_comm);
  return std::nullopt;
}

Handshake::Handshake(MPI_Comm blacs_comm) : comm_(blacs_comm) {
  int size = 0;
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size);
  others_ = size - 1;
}

Handshake::Answer Handshake::shake(double seconds) {
  // Simulated processes are one program; a thousand of them would look for answers a million times.
  if (others_ == 0 || charge::virtual_time) return Answer::yes;
  ++calls_;
  // The root's answer needs the slowest process's greeting first: the others are twice as patient.
  return rank_ == 0 ? answer_all(seconds) : hear(2 * seconds);
}

// Takes the greetings that come within so many seconds.
void Handshake::greet(double seconds) {
  std::vector<int> words(missing_.size(), no);
  std::vector<MPI_Request> greetings(missing_.size(), MPI_REQUEST_NULL);
  for (std::size_t k = 0; k < missing_.size(); ++k)
    MPI_Irecv(&words[k], 1, MPI_INT, missing_[k], tag, comm_, &greetings[k]);
  const auto greeted = wait_for(greetings, seconds);
  std::vector<int> still;
  for (std::size_t k = 0; k < missing_.size(); ++k)
    if (!greeted[k]) still.push_back(missing_[k]);
  missing_ = std::move(still);
}

Handshake::Answer Handshake::answer_all(double seconds) {
  const bool first = calls_ == 1, last = calls_ > asked_again;
  for (int r = 1; first && r <= others_; ++r) missing_.push_back(r);
  const std::vector<int> were_missing = missing_;
  greet(first ? seconds : 0);
  const auto tell = [&](Word word) {
    for (int r = 1; r <= others_; ++r) send(comm_, r, word);
  };
  if (!missing_.empty()) {
    if (first) say_missing(missing_, others_ + 1, seconds, ", unless it is late: the next ones ask again");
    // Also to the missing: one that is only late finds the answer waiting.
    tell(last ? no : later);
    return last ? Answer::no : Answer::later;
  }
  tell(ready);
  std::vector<int> committed;
  for (int r = 1; r <= others_; ++r)
    if (receive(comm_, r) == yes) committed.push_back(r);
  const bool all = std::ssize(committed) == others_;
  for (const int r : committed) send(comm_, r, all ? go : no);
  if (all && !first)
    say("hetscalapack: process {} of {} has come: calls are looked at from now on\n",
        fmt::join(were_missing, ", "), others_ + 1);
  return all ? Answer::yes : Answer::no;
}

Handshake::Answer Handshake::hear(double seconds) {
  if (calls_ == 1) send(comm_, 0, hello);
  int word = no;
  std::vector<MPI_Request> answer(1);
  MPI_Irecv(&word, 1, MPI_INT, 0, tag, comm_, &answer[0]);
  if (!wait_for(answer, seconds)[0]) {
    if (speaks_for_others(rank_)) say_missing({0}, others_ + 1, seconds, "");
    send(comm_, 0, withdrawn);
    return Answer::no;
  }
  if (word == later) return Answer::later;
  if (word != ready) return Answer::no;
  send(comm_, 0, yes);
  return receive(comm_, 0) == go ? Answer::yes : Answer::no;
}

}  // namespace het
