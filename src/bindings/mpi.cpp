#include "src/bindings/mpi.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "src/base/error.hpp"
#include "src/base/say.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// A rank that waits long leaves a core that it shares to the ranks that compute.
constexpr int looks_before_naps = 50;
constexpr double nap = 50e-6;

// Whether to wait inside MPI. A real MPI's waits hold the core; a simulated one's cost nothing, and every look is an
// event to simulate.
#ifdef HETSCALAPACK_SMPI
constexpr bool blocking_waits = true;
#else
constexpr bool blocking_waits = false;
#endif

// How many of the requests one look has found completed, whose indices are in `done`, which has room for all;
// MPI_UNDEFINED if none is active. Virtual time is charged a look, but for one without messages.
int look_at(std::span<MPI_Request> requests, int* done) {
  if (std::ranges::any_of(requests, [](MPI_Request each) { return each != MPI_REQUEST_NULL; }))
    charge::look();
  int count = 0;
  check_mpi(
      MPI_Testsome(static_cast<int>(requests.size()), requests.data(), &count, done, MPI_STATUSES_IGNORE),
      "MPI_Testsome");
  return count;
}

// What a call of MPI that failed said, for as long as its exception lives: whoever has caught that and goes on is done with
// it.
thread_local std::weak_ptr<const std::string> latest_failure;

class MpiFailure : public Error {
 public:
  explicit MpiFailure(std::shared_ptr<const std::string> text) : Error(*text), text_(std::move(text)) {
    latest_failure = text_;
  }

 private:
  std::shared_ptr<const std::string> text_;
};

// Of requests that are destroyed unfinished: the other side may be waiting for what this process will not send any more.
[[noreturn]] void end_program() {
  const auto failure = latest_failure.lock();
  say("hetscalapack: {}, with messages under way; the program ends\n", failure ? *failure : "a failure");
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

}  // namespace

void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw MpiFailure(std::make_shared<const std::string>(
      fmt::format("{} failed: {}", call, std::string_view(text, static_cast<std::size_t>(length)))));
}

#ifdef HETSCALAPACK_SMPI

void rest(double seconds) { smpi_usleep(static_cast<useconds_t>(seconds * 1e6)); }

#else

void rest(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

#endif

void rest_after(int looks) {
  if (!blocking_waits && looks >= looks_before_naps) rest(nap);
}

void wait_all(std::span<MPI_Request> requests, const std::function<void()>& between) {
  if (blocking_waits && !between) {
    check_mpi(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
              "MPI_Waitall");
    return;
  }
  constexpr std::size_t on_stack = 64;  // no memory from the heap for a few
  int few[on_stack];
  std::vector<int> many(requests.size() > on_stack ? requests.size() : 0);
  int* const done = many.empty() ? few : many.data();
  const auto over = [](MPI_Request each) { return each == MPI_REQUEST_NULL; };
  while (!std::ranges::all_of(requests, over)) {
    if (look_at(requests, done) > 0)
      charge::arrived();
    else if (between)
      between();
  }
}

Communicator Communicator::duplicate_of(MPI_Comm parent) {
  Communicator comm;
  check_mpi(MPI_Comm_dup(parent, &comm.comm_), "MPI_Comm_dup");
  // Errors come back, so that check_mpi() can name the call: by the handler it inherits they end the program first.
  check_mpi(MPI_Comm_set_errhandler(comm.comm_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  MPI_Comm_rank(comm.comm_, &comm.rank_);
  MPI_Comm_size(comm.comm_, &comm.size_);
  return comm;
}

Communicator::Communicator(Communicator&& other) noexcept { *this = std::move(other); }

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(rank_, other.rank_);
  std::swap(size_, other.size_);
  return *this;
}

Communicator::~Communicator() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (comm_ != MPI_COMM_NULL && !finalized) MPI_Comm_free(&comm_);
}

Requests::~Requests() {
  if (idle()) return;
  if (std::uncaught_exceptions() > failing_) end_program();
  try {
    check_mpi(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
              "MPI_Waitall");
  } catch (const std::exception&) {
    end_program();
  }
}

std::span<const int> Requests::completed(bool wait) {
  if (std::exchange(found_, false)) return done_;
  done_.resize(requests_.size());
  for (int looks = 1;; ++looks) {
    int count = 0;
    if (wait && blocking_waits)
      check_mpi(MPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &count, done_.data(),
                             MPI_STATUSES_IGNORE),
                "MPI_Waitsome");
    else
      count = look_at(requests_, done_.data());
    if (count == MPI_UNDEFINED) return {};  // none is active
    if (count > 0) charge::arrived();
    if (count > 0 || !wait) return {done_.data(), static_cast<std::size_t>(count)};
    rest_after(looks);
  }
}

void Requests::finish() {
  while (!idle()) completed(true);
}

std::span<const int> JointLook::at(Requests& requests) {
  if (remembers_) {
    if (!requests.found_ && !requests.idle()) sets_.push_back(&requests);
    return {};
  }
  if (!std::exchange(requests.found_, false)) return {};
  return requests.done_;
}

void JointLook::take() {
  all_.clear();
  for (const Requests* set : sets_) all_.insert(all_.end(), set->requests_.begin(), set->requests_.end());
  if (all_.empty()) return;
  done_.resize(all_.size());
  const int count = look_at(all_, done_.data());
  if (count == MPI_UNDEFINED || count == 0) return;
  charge::arrived();
  std::sort(done_.begin(), done_.begin() + count);
  auto at = done_.begin();
  const auto end = at + count;
  int first = 0;
  for (Requests* set : sets_) {
    const int size = static_cast<int>(set->size());
    set->done_.clear();
    for (; at != end && *at < first + size; ++at) {
      set->done_.push_back(*at - first);
      (*set)[static_cast<std::size_t>(*at - first)] = MPI_REQUEST_NULL;  // MPI has ended the copy
    }
    set->found_ = !set->done_.empty();
    first += size;
  }
}

Datatype::~Datatype() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (type_ != MPI_DATATYPE_NULL && !finalized) MPI_Type_free(&type_);
}

Datatype Datatype::pieces(const std::vector<int>& bytes, const std::vector<MPI_Aint>& at) {
  const auto n = static_cast<int>(bytes.size());
  bool regular = true;  // which MPI describes, and copies, in less
  for (std::size_t i = 1; i < bytes.size() && regular; ++i)
    regular = bytes[i] == bytes[0] && at[i] - at[i - 1] == at[1] - at[0];
  Datatype type;
  if (n == 1)
    check_mpi(MPI_Type_contiguous(bytes[0], MPI_BYTE, &type.type_), "MPI_Type_contiguous");
  else if (regular)
    check_mpi(MPI_Type_create_hvector(n, bytes[0], at[1] - at[0], MPI_BYTE, &type.type_),
              "MPI_Type_create_hvector");
  else
    check_mpi(MPI_Type_create_hindexed(n, bytes.data(), at.data(), MPI_BYTE, &type.type_),
              "MPI_Type_create_hindexed");
  return type;
}

Datatype Datatype::strided(Extent count, Extent stride, const Datatype& of) {
  Datatype type;
  check_mpi(MPI_Type_create_hvector(message_bytes(count), 1, stride, of.type_, &type.type_),
            "MPI_Type_create_hvector");
  return type;
}

Datatype Datatype::copies(const std::vector<MPI_Aint>& at, const Datatype& of) {
  Datatype type;
  check_mpi(MPI_Type_create_hindexed_block(static_cast<int>(at.size()), 1, at.data(), of.type_, &type.type_),
            "MPI_Type_create_hindexed_block");
  return type;
}

void Datatype::commit() { check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit"); }

int message_bytes(Extent bytes) {
  require(bytes >= 0 && bytes <= std::numeric_limits<int>::max(),
          "a message of {} bytes exceeds MPI's counts", bytes);
  return static_cast<int>(bytes);
}

}  // namespace het
