// What is said where messages are left under way: the program ends, as the other side may wait for ever.
#include <gtest/gtest.h>

#include <unistd.h>

#include <stdexcept>

#include "src/base/error.hpp"
#include "src/bindings/mpi.hpp"

// In the place of MPI's, so that a process that ends itself does no more than that.
extern "C" int MPI_Abort(MPI_Comm, int code) { _exit(code); }

namespace het {
namespace {

template <class Fail>
void fail_with_a_message_under_way(Fail fail) {
  int value = 0;
  try {
    Requests requests;
    requests.resize(1);
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    fail();
  } catch (const std::exception&) {
  }
}

void fail_in_mpi() { check_mpi(MPI_ERR_RANK, "MPI_Send"); }
void fail_otherwise() { throw std::runtime_error("another failure"); }

TEST(RequestsDeathTest, TellWhichCallOfMpiFailed) {
  EXPECT_EXIT(fail_with_a_message_under_way(fail_in_mpi), testing::ExitedWithCode(1),
              "^hetscalapack: MPI_Send failed: .*, with messages under way; the program ends\n$");
}

TEST(RequestsDeathTest, DoNotTellOfAFailureOfMpiThatWasCaught) {
  const auto end = [] {
    EXPECT_THROW(fail_in_mpi(), Error);
    fail_with_a_message_under_way(fail_otherwise);
  };
  EXPECT_EXIT(end(), testing::ExitedWithCode(1),
              "^hetscalapack: a failure, with messages under way; the program ends\n$");
}

}  // namespace
}  // namespace het
