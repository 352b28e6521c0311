#pragma once
#include <mpi.h>

#include <algorithm>
#include <limits>

namespace het {

// Seconds of one work() in the quickest of some samples, each of so many calls that it takes at least `seconds`, and of
// one at least. Local.
template <class Work>
double quickest_sample(int samples, double seconds, Work work) {
  double best = std::numeric_limits<double>::infinity();
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    double passed = 0;
    int calls = 0;
    do {
      work();
      ++calls;
      passed = MPI_Wtime() - begin;
    } while (passed < seconds);
    best = std::min(best, passed / calls);
  }
  return best;
}

}  // namespace het
