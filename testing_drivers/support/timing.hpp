#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace het::testing {

// The middle one, or the mean of the middle two. Of a non-empty list.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Where in a non-empty list the median is; of an even number of values, the lesser one of the middle two.
template <class Values, class Value = std::identity>
std::size_t median_at(const Values& values, Value value = {}) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>((order.size() - 1) / 2);
  std::ranges::nth_element(order, middle, {}, [&](std::size_t at) { return std::invoke(value, values[at]); });
  return *middle;
}

// The process of comm whose value is the greatest, the first of several. Collective.
inline int rank_of_greatest(MPI_Comm comm, double value) {
  struct {
    double value;
    int rank;
  } greatest{value, 0};
  MPI_Comm_rank(comm, &greatest.rank);
  MPI_Allreduce(MPI_IN_PLACE, &greatest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
  return greatest.rank;
}

// Seconds from the moment all processes of comm are ready to the moment the last one is done. Collective.
template <class Work>
double timed(MPI_Comm comm, Work&& work) {
  MPI_Barrier(comm);
  const double start = MPI_Wtime();
  work();
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm);
  return seconds;
}

}  // namespace het::testing
