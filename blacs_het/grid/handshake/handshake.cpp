#include "blacs_het/grid/handshake/handshake.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <iterator>
#include <numeric>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "blacs_het/grid/handshake/missed.hpp"
#include "blacs_het/grid/launcher.hpp"
#include "src/base/say.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/tags.hpp"

namespace het {
namespace {

constexpr int tag = tags::handshake, opening_tag = tags::opening;
enum HandshakeWord : int { hello, ready, yes, withdrawn, go, no, later };

void send(MPI_Comm comm, int to, HandshakeWord word) {
  const int value = word;
  check_mpi(MPI_Send(&value, 1, MPI_INT, to, tag, comm), "MPI_Send");
}

HandshakeWord receive(MPI_Comm comm, int from) {
  int value = no;
  check_mpi(MPI_Recv(&value, 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
  return static_cast<HandshakeWord>(value);
}

// How long those are waited for, all together, that were missed before. Where they lack the library for good, a program with
// a thousand contexts waits under two minutes for them; where they have it, most words are there within a tenth of it.
constexpr double seconds_for_missed = 0.1;

constexpr int looks_before_yields = 1, looks_before_rests = 2000;

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
      "does mpirun pass LD_PRELOAD (or the same program) to every node? Calls on this context go to "
      "ScaLAPACK{}. Further contexts hardly wait, and say nothing.\n",
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

Handshake::Handshake(MPI_Comm blacs_comm) : comm_(blacs_comm) {
  int size = 0;
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size);
  others_ = size - 1;
}

// Their late words lie in this communicator, which is about to end. Without MPI there is nothing to remember for.
Handshake::~Handshake() {
  int ended = 0;
  if (missing_.empty() || MPI_Finalized(&ended) != MPI_SUCCESS || ended) return;
  try {
    std::vector<int> late;
    for (const int r : missing_) {
      int came = 0;
      MPI_Iprobe(r, rank_ == 0 ? tag : opening_tag, comm_, &came, MPI_STATUS_IGNORE);
      if (came) late.push_back(r);
    }
    note_heard(comm_, late);
  } catch (const std::exception&) {
    // They are hardly waited for until they are heard of.
  }
}

std::optional<Opening> Handshake::hear_opening(Opening mine, double seconds) {
  int word = static_cast<int>(mine);
  // Simulated processes are one program with one environment.
  if (others_ == 0 || charge::virtual_time) return mine;
  if (rank_ == 0) {
    for (int r = 1; r <= others_; ++r)
      check_mpi(MPI_Send(&word, 1, MPI_INT, r, opening_tag, comm_), "MPI_Send");
    return mine;
  }
  if (wait_for_opening(word, seconds)) return static_cast<Opening>(word);
  withdraw(comm_);
  return std::nullopt;
}

bool Handshake::wait_for_opening(int& word, double seconds) {
  const bool missed = !missed_of(comm_, {0}).empty();
  std::vector<MPI_Request> request(1);
  MPI_Irecv(&word, 1, MPI_INT, 0, opening_tag, comm_, &request[0]);
  if (wait_for(request, missed ? std::min(seconds, seconds_for_missed) : seconds)[0]) {
    note_heard(comm_, {0});
    return true;
  }
  missing_ = {0};
  if (missed) return false;
  note_missed(comm_, missing_);
  if (speaks_for_others(rank_)) say_missing(missing_, others_ + 1, seconds, "");
  return false;
}

Handshake::Answer Handshake::shake(double seconds) {
  // Simulated processes are one program; a thousand of them would look for answers a million times.
  if (others_ == 0 || charge::virtual_time) return Answer::yes;
  ++calls_;
  // The root's answer needs the slowest process's greeting first: the others are twice as patient.
  return rank_ == 0 ? answer_all(seconds) : hear(2 * seconds);
}

// Takes the greetings that come within so many seconds; of who was missed before, those that are there or almost. Returns
// whom it waited for the whole time.
std::vector<int> Handshake::greet(double seconds) {
  const std::vector<int> asked = missing_, missed = missed_of(comm_, asked);
  std::vector<int> awaited, came;
  std::ranges::set_difference(asked, missed, std::back_inserter(awaited));
  awaited = without_greeting(awaited, seconds);
  missing_.clear();
  std::ranges::merge(awaited, without_greeting(missed, std::min(seconds, seconds_for_missed)),
                     std::back_inserter(missing_));
  std::ranges::set_difference(asked, missing_, std::back_inserter(came));
  note_heard(comm_, came);
  return awaited;
}

// Those of the ranks, in their order, that do not greet within so many seconds.
std::vector<int> Handshake::without_greeting(const std::vector<int>& ranks, double seconds) const {
  std::vector<int> words(ranks.size(), no);
  std::vector<MPI_Request> greetings(ranks.size(), MPI_REQUEST_NULL);
  for (std::size_t k = 0; k < ranks.size(); ++k)
    MPI_Irecv(&words[k], 1, MPI_INT, ranks[k], tag, comm_, &greetings[k]);
  const auto greeted = wait_for(greetings, seconds);
  std::vector<int> without;
  for (std::size_t k = 0; k < ranks.size(); ++k)
    if (!greeted[k]) without.push_back(ranks[k]);
  return without;
}

Handshake::Answer Handshake::answer_all(double seconds) {
  const bool first = calls_ == 1, last = calls_ > asked_again;
  if (first) {
    missing_.resize(static_cast<std::size_t>(others_));
    std::iota(missing_.begin(), missing_.end(), 1);
  }
  const std::vector<int> were_missing = missing_;
  const std::vector<int> in_vain = greet(first ? seconds : 0);
  const auto tell = [&](HandshakeWord word) {
    for (int r = 1; r <= others_; ++r) send(comm_, r, word);
  };
  if (!missing_.empty()) {
    if (first && !in_vain.empty()) {
      note_missed(comm_, in_vain);
      say_missing(in_vain, others_ + 1, seconds, ", unless it is late: the next ones ask again");
    }
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
    // It has opened this context, so it has the library: not noted as missed.
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
