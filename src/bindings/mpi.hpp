#pragma once
// MPI behind small RAII classes and 64-bit sizes.
#include <mpi.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Throws Error with MPI's own text unless code is MPI_SUCCESS.
void check_mpi(int code, const char* call);

// Leaves the core to others for about so long.
void rest(double seconds);
// The same for a moment, after so many looks in vain, where looking holds a core.
void rest_after(int looks);

// Returns when all of the requests have completed; calls `between`, if there is one, after every look that finds none
// completed.
void wait_all(std::span<MPI_Request> requests, const std::function<void()>& between = {});

// A communicator of our own: a duplicate that is freed with the object. Errors on it come back as codes, for check_mpi().
class Communicator {
 public:
  Communicator() = default;
  // Collective over `parent`.
  static Communicator duplicate_of(MPI_Comm parent);
  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  ~Communicator();

  MPI_Comm get() const { return comm_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = -1, size_ = 0;
};

class JointLook;

// Requests in flight. Destroying unfinished ones waits for them: their buffers are about to go. When an exception
// destroys them, the program ends: a wait might be for ever.
class Requests {
 public:
  Requests() = default;
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  Requests(Requests&&) = default;
  Requests& operator=(Requests&&) = delete;  // it would forget what is under way
  ~Requests();

  void resize(std::size_t n) { requests_.resize(n, MPI_REQUEST_NULL); }
  MPI_Request& operator[](std::size_t i) { return requests_[i]; }
  std::size_t size() const { return requests_.size(); }
  bool idle(std::size_t i) const { return requests_[i] == MPI_REQUEST_NULL; }
  bool idle() const {
    return std::ranges::all_of(requests_, [](MPI_Request each) { return each == MPI_REQUEST_NULL; });
  }
  // Indices of requests that have completed; waits for at least one when `wait` and any is active.
  std::span<const int> completed(bool wait);
  // Returns when all have completed.
  void finish();

 private:
  friend class JointLook;
  std::vector<MPI_Request> requests_;
  std::vector<int> done_;  // of the last look: room for all, of a JointLook's those that have completed
  bool found_ = false;     // by a JointLook that has not told yet
  int failing_ = std::uncaught_exceptions();  // of the caller's, when made
};

// One look at many sets of requests with one call of MPI: each call does some of MPI's work, whatever it is asked for, and
// takes its time. What looks at messages is called twice. At first sets are remembered, and nothing has completed; then what
// one call has found is told, set by set.
class JointLook {
 public:
  JointLook() = default;
  JointLook(const JointLook&) = delete;
  JointLook& operator=(const JointLook&) = delete;

  // progress(look) passes each set to at(). Returns what it returns the second time.
  template <class Progress>
  auto at_all(Progress progress) {
    sets_.clear();
    remembers_ = true;
    progress(*this);
    remembers_ = false;
    take();
    return progress(*this);
  }
  // Indices of requests of this set that have completed.
  std::span<const int> at(Requests& requests);

 private:
  void take();

  bool remembers_ = false;
  std::vector<Requests*> sets_;
  // Of all sets, one behind the other; which of them have completed.
  std::vector<MPI_Request> all_;
  std::vector<int> done_;
};

// A derived datatype, freed with the object: messages under way keep what they need of it.
class Datatype {
 public:
  Datatype() = default;
  Datatype(Datatype&& other) noexcept { std::swap(type_, other.type_); }
  Datatype& operator=(Datatype&& other) noexcept {
    std::swap(type_, other.type_);
    return *this;
  }
  ~Datatype();

  // Pieces of so many bytes, each at its displacement in bytes.
  static Datatype pieces(const std::vector<int>& bytes, const std::vector<MPI_Aint>& at);
  // `count` times `of`, `stride` bytes apart.
  static Datatype strided(Extent count, Extent stride, const Datatype& of);
  // `of` at each displacement in bytes.
  static Datatype copies(const std::vector<MPI_Aint>& at, const Datatype& of);

  void commit();
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

// Bytes of one message must fit MPI's int counts; the exchange chunks below that.
int message_bytes(Extent bytes);

}  // namespace het
