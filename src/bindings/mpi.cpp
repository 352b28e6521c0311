#include "src/bindings/mpi.hpp"

#include <limits>
#include <string>
#include <utility>

#include "src/base/error.hpp"

namespace het {

void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error(fmt::format("{} failed: {}", call, std::string(text, static_cast<std::size_t>(length))));
}

Communicator Communicator::duplicate_of(MPI_Comm parent) {
  Communicator comm;
  check_mpi(MPI_Comm_dup(parent, &comm.comm_), "MPI_Comm_dup");
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
  if (!requests_.empty())
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

std::span<const int> Requests::completed(bool wait) {
  done_.resize(requests_.size());
  int count = 0;
  const auto test = wait ? MPI_Waitsome : MPI_Testsome;
  check_mpi(
      test(static_cast<int>(requests_.size()), requests_.data(), &count, done_.data(), MPI_STATUSES_IGNORE),
      "MPI_Testsome");
  if (count == MPI_UNDEFINED) count = 0;
  return {done_.data(), static_cast<std::size_t>(count)};
}

int message_bytes(Extent bytes) {
  require(bytes >= 0 && bytes <= std::numeric_limits<int>::max(),
          "a message of {} bytes exceeds MPI's counts", bytes);
  return static_cast<int>(bytes);
}

}  // namespace het
