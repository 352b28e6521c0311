#pragma once
#include <mpi.h>

#include <vector>

namespace het {

// Seconds of one work() in each of some samples, of so many calls that a sample takes at least `seconds`, and of one at
// least. Local.
template <class Work>
std::vector<double> sample_seconds(int samples, double seconds, Work work) {
  std::vector<double> all;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    double passed = 0;
    int calls = 0;
    do {
      work();
      ++calls;
      passed = MPI_Wtime() - begin;
    } while (passed < seconds);
    all.push_back(passed / calls);
  }
  return all;
}

}  // namespace het
