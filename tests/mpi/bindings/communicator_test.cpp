#include <gtest/gtest.h>

#include <string>

#include "src/bindings/mpi.hpp"
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

}  // namespace
}  // namespace het
