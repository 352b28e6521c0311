#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "src/base/error.hpp"
#include "src/bindings/mpi.hpp"
#include "src/bindings/processes/world.hpp"
#include "tests/unit/error_of.hpp"

namespace het {
namespace {

MPI_Errhandler handler_of(MPI_Comm comm) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(comm, &handler);
  return handler;
}

// Whatever the program has MPI do where its own communicators fail.
TEST(Communicator, TellsOfErrorsOfMpi) {
  const MPI_Errhandler of_program = handler_of(MPI_COMM_WORLD);
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int value = 0;
  const std::string why = test::error_of(
      [&] { check_mpi(MPI_Send(&value, 1, MPI_INT, comm.size(), 0, comm.get()), "MPI_Send"); });
  EXPECT_EQ(why.find("MPI_Send failed: "), 0u) << why;
  EXPECT_EQ(handler_of(MPI_COMM_WORLD), of_program);
}

TEST(LargestTag, GoesThroughAndNoLargerOneDoes) {
  EXPECT_GE(largest_tag(), 32767);
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_SELF);
  const auto send = [&](int tag) {
    const int sent = 7;
    int got = 0;
    check_mpi(
        MPI_Sendrecv(&sent, 1, MPI_INT, 0, tag, &got, 1, MPI_INT, 0, tag, comm.get(), MPI_STATUS_IGNORE),
        "MPI_Sendrecv");
    return got;
  };
  EXPECT_EQ(send(largest_tag()), 7);
  if (largest_tag() == std::numeric_limits<int>::max()) return;
  EXPECT_THROW(send(largest_tag() + 1), Error);
}

}  // namespace
}  // namespace het
