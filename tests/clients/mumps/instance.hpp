#pragma once
// MUMPS's C interface, for a program that is a template in the precision: one structure and one function per letter.
#include <cmumps_c.h>
#include <dmumps_c.h>
#include <mpi.h>
#include <smumps_c.h>
#include <zmumps_c.h>

#include <complex>
#include <cstdio>
#include <vector>

#include "testing_drivers/support/entries.hpp"

namespace het::testing {

template <class T>
struct Mumps;
#define HET_MUMPS(TYPE, STRUCTURE, FUNCTION, ENTRY)               \
  template <>                                                     \
  struct Mumps<TYPE> {                                            \
    using Structure = STRUCTURE;                                  \
    using Entry = ENTRY;                                          \
    static void call(Structure* instance) { FUNCTION(instance); } \
  };
HET_MUMPS(float, SMUMPS_STRUC_C, smumps_c, SMUMPS_COMPLEX)
HET_MUMPS(double, DMUMPS_STRUC_C, dmumps_c, DMUMPS_COMPLEX)
HET_MUMPS(std::complex<float>, CMUMPS_STRUC_C, cmumps_c, CMUMPS_COMPLEX)
HET_MUMPS(std::complex<double>, ZMUMPS_STRUC_C, zmumps_c, ZMUMPS_COMPLEX)
#undef HET_MUMPS

// A sparse matrix as MUMPS wants it on one process: entry k is a[k] in row rows[k] and column columns[k], from 1. Of a
// symmetric one, the lower triangle.
template <class T>
struct Entries {
  int order = 0;
  std::vector<int> rows, columns;
  std::vector<T> a;

  void add(int row, int column, T value) {
    rows.push_back(row);
    columns.push_back(column);
    a.push_back(value);
  }
};

// One instance of MUMPS on all processes of MPI_COMM_WORLD, with the matrix on process 0.
template <class T>
class Instance {
 public:
  // symmetric: 0 no, 1 positive definite, 2 any symmetric; host_works: whether process 0 factors too.
  Instance(int symmetric, bool host_works) {
    instance_.sym = symmetric;
    instance_.par = host_works ? 1 : 0;
    instance_.comm_fortran = static_cast<MUMPS_INT>(MPI_Comm_c2f(MPI_COMM_WORLD));
    run(-1);
    constexpr int errors_alone = 1;
    instance_.icntl[3] = errors_alone;
  }
  ~Instance() { run(-2); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  void analyse(Entries<T>& matrix) {
    give(matrix);
    run(1);
  }

  // Values of a matrix with the structure that was analysed.
  void factor(Entries<T>& matrix) {
    give(matrix);
    run(2);
  }

  // On process 0: columns of right-hand sides, one after the other, become columns of solutions.
  void solve(std::vector<T>& columns, int count) {
    instance_.rhs = entries_of(columns);
    instance_.nrhs = count;
    instance_.lrhs = instance_.n;
    run(3);
  }

 private:
  static auto* entries_of(std::vector<T>& values) {
    return reinterpret_cast<typename Mumps<T>::Entry*>(values.data());
  }

  // The order on the other processes is MUMPS's own to keep.
  void give(Entries<T>& matrix) {
    if (matrix.order == 0) return;
    instance_.n = matrix.order;
    instance_.nnz = static_cast<MUMPS_INT8>(matrix.a.size());
    instance_.irn = matrix.rows.data();
    instance_.jcn = matrix.columns.data();
    instance_.a = entries_of(matrix.a);
  }

  void run(int job) {
    instance_.job = job;
    Mumps<T>::call(&instance_);
    if (instance_.infog[0] >= 0) return;
    std::fprintf(stderr, "MUMPS: job %d ended with INFOG(1) = %d, INFOG(2) = %d\n", job, instance_.infog[0],
                 instance_.infog[1]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

  typename Mumps<T>::Structure instance_{};
};

}  // namespace het::testing
