#pragma once
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "blacs_het/plan/decision/predicted_ways.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// The ways to compute calls of one kind on a context, and which of them got no memory there.
struct KnownWays : RankedWays {
  // By way, the least budget of a process where it got no memory; 0: was not refused.
  std::array<Extent, 3> refused_at{};
  // Bytes that some process needs for the refused way that needs least; 0: none is refused, or nobody knows.
  Extent needed = 0;

  // Any way got no memory.
  bool any_refused() const;
  // No layout to move to is left, or there is no memory in place.
  bool is_refused(Way way) const;
  // The alternative is no candidate any more: a move to other process rows may need less.
  void refuse(const Alternative& alternative, Extent least_budget, Extent most_needed = 0);
  // Forgets refusals by processes that had clearly less than now; true when there was one.
  bool forgive(Extent least_budget);
};

// What was decided for the calls of a context, by keys that are equal on all processes, and what rank 0 knows of the ways
// to compute them. Whatever steers a branch or a size and comes from floating-point numbers goes through here, or is told with
// the speeds, because different kinds of processors may round differently. What each process compares for itself, before they
// meet, are a call's operations, and the sum of such calls', with limits that rank 0 told (SizeLimits, Agenda): rooms are
// compiled UNFUSED so that all find the same.
class Decisions {
 public:
  // learns: rank 0 learns from past calls, and decides at each one; else once for each key. The communicator must outlive
  // the object.
  Decisions(const Communicator& comm, bool learns) : comm_(comm), learns_(learns) {}

  // The ways to compute the calls of a key, for the speeds in use. On the process that decides; empty until it fills
  // them in. Of 512 keys; then the one that was longest not asked for is forgotten, and one of which a way was refused,
  // which costs a call much to learn, only where all are such.
  KnownWays& ways(const std::string& key);

  // What rank 0 decides, on every process: `decide` runs on rank 0 alone, and the others hear what is new. Empty when
  // `decide` threw an exception, which is said, once. Collective.
  using Decide = std::function<std::vector<Extent>()>;
  const std::vector<Extent>& decided(const std::string& key, const Decide& decide);
  // Its two halves. What rank 0 has to tell the others of a key: a number, without communication. `anew`: to be decided in
  // any case.
  Extent news_of(const std::string& key, const Decide& decide, bool anew = false);
  // What was decided, where all know that number. Collective where it is not as_before.
  const std::vector<Extent>& spread(const std::string& key, Extent news);
  static constexpr Extent as_before = -1;

  // Bytes that calls of the key took on this process at most since they were decided on, by what else their memory depends
  // on: `arguments`, one number for all of them. Local.
  void note_memory(const std::string& key, Extent arguments, Extent bytes);
  std::optional<Extent> memory_needed(const std::string& key, Extent arguments) const;
  // An alternative for calls of the key, whatever their other arguments, got no memory, on the process with the least of it so
  // much. It is no candidate until there is more. On all processes.
  void refuse(const std::string& key, const Alternative& alternative, Extent least_budget,
              Extent most_needed = 0);
  bool refused_any() const { return refused_; }

  // Forgets all: speeds have changed. On all processes.
  void clear();

 private:
  const Communicator& comm_;
  const bool learns_;
  struct KeptWays {
    KnownWays known;
    Extent asked = 0;  // when, by the count of questions
  };
  std::map<std::string, KeptWays> ways_;
  Extent questions_ = 0;
  std::map<std::string, std::vector<Extent>> decisions_;
  std::vector<Extent> news_;                                       // on rank 0, until they are spread
  std::map<std::string, std::map<Extent, Extent>> memory_needed_;  // by key and arguments
  bool refused_ = false;
};

}  // namespace het
