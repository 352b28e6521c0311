// Runs a GoogleTest program on every rank and makes the verdict of any rank the verdict of all.
#include <gtest/gtest.h>
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
  }
  int failed = RUN_ALL_TESTS();
  if (rank != 0 && failed) {
    const auto& unit = *testing::UnitTest::GetInstance();
    for (int s = 0; s < unit.total_test_suite_count(); ++s)
      for (int t = 0; t < unit.GetTestSuite(s)->total_test_count(); ++t) {
        const auto& info = *unit.GetTestSuite(s)->GetTestInfo(t);
        for (int r = 0; r < info.result()->total_part_count(); ++r)
          if (info.result()->GetTestPartResult(r).failed())
            fprintf(stderr, "rank %d: %s.%s: %s\n", rank, info.test_suite_name(), info.name(),
                    info.result()->GetTestPartResult(r).message());
      }
  }
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
