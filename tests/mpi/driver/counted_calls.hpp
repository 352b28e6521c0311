#pragma once
// Calls whose messages and collective operations are counted, by the profiling interface of MPI (counted_calls.cpp).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "src/driver/call.hpp"
#include "src/driver/factor/factorizations.hpp"
#include "src/driver/gemm/gemm.hpp"
#include "tests/mpi/blacs_grid.hpp"

extern "C" void pdgemm_(HET_PGEMM_PARAMETERS(double));

namespace het::test {

// Of all communicators, BLACS's among them: what ScaLAPACK itself needs counts too.
struct Counts {
  int collectives = 0, sends = 0, communicators = 0;
  bool operator==(const Counts&) const = default;
  Counts operator-(const Counts& o) const {
    return {collectives - o.collectives, sends - o.sends, communicators - o.communicators};
  }
};
extern Counts counts;
// Collectives of one communicator.
extern MPI_Comm watched;
extern int of_watched;

inline constexpr int block = 64;

// A product or an LU of order n on a grid of 2 x 2, by ScaLAPACK itself or by the library's driver.
template <Scalar T>
class CallerOf {
 public:
  // `order` of the processes, by rows or by columns: speeds are remembered for each.
  explicit CallerOf(int n, const char* mode = "auto", const char* cycle_times = "1,1,1,1",
                    const char* order = "R")
      : CallerOf(n, std::make_shared<BlacsGrid>(2, 2, order)) {
    setenv("HETSCALAPACK_MODE", mode, 1);
    setenv("HETSCALAPACK_CYCLE_TIMES", cycle_times, 1);
  }
  // On the context of another one.
  template <Scalar Other>
  CallerOf(int n, const CallerOf<Other>& other) : CallerOf(n, other.grid()) {}

  int context() const { return grid_->context(); }
  const std::shared_ptr<const BlacsGrid>& grid() const { return grid_; }
  Context* state() const { return Context::find(context()); }
  CallShape shape() const { return CallShape::product(n_, n_, n_, 2, sizeof(T)); }

  // What a call of the routine counts.
  Counts product(PgemmFunction<T>* routine, const char* trans = "N", T beta = 0) {
    const Counts before = counts;
    const auto desc = descriptor();
    const int one = 1;
    const T alpha = 1;
    routine(trans, trans, &n_, &n_, &n_, &alpha, a_.data(), &one, &one, desc.data(), a_.data(), &one, &one,
            desc.data(), &beta, c_.data(), &one, &one, desc.data());
    return counts - before;
  }
  Counts product(const char* trans = "N", T beta = 0) { return product(driver, trans, beta); }
  Counts plain() { return product(pdgemm_); }
  bool is_right() const {
    return std::ranges::all_of(c_, [&](T x) { return x == static_cast<T>(n_); });
  }

  // INFO of an LU of the first n rows and columns.
  int lu(int n) {
    int one = 1, info = 1000;
    const auto desc = descriptor();
    pgetrf<T>(nullptr, &n, &n, a_.data(), &one, &one, desc.data(), ipiv_.data(), &info);
    return info;
  }
  // INFO of a Cholesky of them: of a matrix of ones the second minor is 0.
  int cholesky(int n) {
    int one = 1, info = 1000;
    const auto desc = descriptor();
    ppotrf<T>(nullptr, "L", &n, a_.data(), &one, &one, desc.data(), &info);
    return info;
  }
  // INFO of the question how much workspace its QR needs.
  int qr_workspace(int n) {
    int one = 1, info = 1000, ask = -1;
    T tau, work;
    const auto desc = descriptor();
    pgeqrf<T>(nullptr, &n, &n, a_.data(), &one, &one, desc.data(), &tau, &work, &ask, &info);
    return info;
  }

 private:
  CallerOf(int n, std::shared_ptr<const BlacsGrid> grid) : grid_(std::move(grid)), n_(n) {
    const auto at = blacs::grid_info(context());
    const Distribution matrix = block_cyclic(n, n, block, block, 2, 2);
    rows_ = static_cast<int>(matrix.rows.local_size(ProcessCoord(at.myrow)));
    const auto size = static_cast<std::size_t>(rows_ * matrix.cols.local_size(ProcessCoord(at.mycol)));
    a_.assign(size, T(1)), c_.assign(size, T(0)), ipiv_.resize(static_cast<std::size_t>(rows_ + block));
  }
  static void driver(HET_PGEMM_PARAMETERS(T)) { pgemm<T>(nullptr, HET_PGEMM_ARGUMENTS); }
  std::array<int, 9> descriptor() const {
    return {1, context(), n_, n_, block, block, 0, 0, std::max(1, rows_)};
  }

  std::shared_ptr<const BlacsGrid> grid_;
  int n_, rows_;
  std::vector<T> a_, c_;
  std::vector<int> ipiv_;
};
using Caller = CallerOf<double>;

inline int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// Collectives on the library's own communicator while `work` runs.
template <class Work>
int own_collectives(Caller& calls, Work work) {
  watched = Context::of(calls.context()).comm().get();
  of_watched = 0;
  work();
  watched = MPI_COMM_NULL;
  return of_watched;
}

}  // namespace het::test
