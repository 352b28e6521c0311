#include "blacs_het/grid/handshake.hpp"

#include <fmt/ranges.h>

#include <cstdlib>
#include <thread>
#include <vector>

#include "src/base/say.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// BLACS receives by explicit tags of its own, below 10,000: these messages never meet a receive of its.
constexpr int tag = 32013, opening_tag = 32014;
enum Word : int { hello, ready, yes, withdrawn, go, no };

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

void say_missing(const std::vector<int>& ranks, int size, double seconds) {
  say("hetscalapack: no sign of the library within {} s from process {} of {} of a BLACS context: "
      "does mpirun pass "
      "LD_PRELOAD (or the same program) to every node? Calls on this context go to ScaLAPACK.\n",
      seconds, fmt::join(ranks, ", "), size);
}

bool agree_as_root(MPI_Comm comm, int size, double seconds) {
  std::vector<int> words(static_cast<std::size_t>(size), no);
  std::vector<MPI_Request> greetings(words.size(), MPI_REQUEST_NULL);
  for (int r = 1; r < size; ++r)
    MPI_Irecv(&words[static_cast<std::size_t>(r)], 1, MPI_INT, r, tag, comm,
              &greetings[static_cast<std::size_t>(r)]);
  greetings.erase(greetings.begin());
  const auto greeted = wait_for(greetings, seconds);
  std::vector<int> missing;
  for (int r = 1; r < size; ++r)
    if (!greeted[static_cast<std::size_t>(r - 1)]) missing.push_back(r);
  if (!missing.empty()) {
    say_missing(missing, size, seconds);
    // Also to the missing: one that is only late finds the answer waiting.
    for (int r = 1; r < size; ++r) send(comm, r, no);
    return false;
  }
  bool all = true;
  std::vector<int> committed;
  for (int r = 1; r < size; ++r) send(comm, r, ready);
  for (int r = 1; r < size; ++r) {
    if (receive(comm, r) == yes)
      committed.push_back(r);
    else
      all = false;
  }
  for (const int r : committed) send(comm, r, all ? go : no);
  return all;
}

bool agree_with_root(MPI_Comm comm, int size, double seconds) {
  send(comm, 0, hello);
  int word = no;
  std::vector<MPI_Request> answer(1);
  MPI_Irecv(&word, 1, MPI_INT, 0, tag, comm, &answer[0]);
  if (!wait_for(answer, seconds)[0]) {
    say_missing({0}, size, seconds);
    send(comm, 0, withdrawn);
    return false;
  }
  if (word != ready) return false;
  send(comm, 0, yes);
  return receive(comm, 0) == go;
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
  say_missing({0}, size, seconds);
  withdraw(blacs_comm);
  return std::nullopt;
}

double handshake_seconds() {
  constexpr double usual = 30;
  const char* text = std::getenv("HETSCALAPACK_HANDSHAKE_SECONDS");
  if (!text) return usual;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end != text && *end == '\0' && seconds > 0 && seconds < 1e9) return seconds;
  if (static bool said = false; !said) {
    said = true;
    say("hetscalapack: HETSCALAPACK_HANDSHAKE_SECONDS={}: must be a positive number; {} is used\n", text,
        usual);
  }
  return usual;
}

bool all_have_library(MPI_Comm blacs_comm, double seconds) {
  int rank = 0, size = 0;
  MPI_Comm_rank(blacs_comm, &rank);
  MPI_Comm_size(blacs_comm, &size);
  // Simulated processes are one program; a thousand of them would look for answers a million times.
  if (size == 1 || charge::virtual_time) return true;
  // The root's answer needs the slowest process's greeting first: the others are twice as patient.
  return rank == 0 ? agree_as_root(blacs_comm, size, seconds)
                   : agree_with_root(blacs_comm, size, 2 * seconds);
}

}  // namespace het
