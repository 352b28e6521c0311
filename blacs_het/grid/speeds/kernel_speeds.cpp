#include "blacs_het/grid/speeds/kernel_speeds.hpp"

#include <algorithm>
#include <cmath>

#include "blacs_het/grid/speeds/quickest_sample.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// Samples of a kind of work, each as long for every kind: what disturbs a process, disturbs all kinds alike.
constexpr int samples = charge::virtual_time ? 1 : 3;
constexpr double seconds_of_sample = charge::virtual_time ? 0 : 0.0015;
// Square products with a long and a short inner dimension, which stay in the caches.
constexpr Extent n = 192, long_k = 192, short_k = 32;
// A part of a panel: too large for the nearest caches.
constexpr Extent panel_rows = 2048, panel_cols = 32;
// The triangle of a solve, and what is solved for at a time.
constexpr Extent triangle = 64, solved = 256;
// A matrix that does not fit into caches, as those of calls seldom do; its columns, and the part of it that one product
// updates, as wide as a panel is long. A thousand simulated processes have one at a time.
constexpr Extent matrix_bytes = charge::virtual_time ? Extent{1} << 15 : Extent{1} << 25;
constexpr Extent column_rows = charge::virtual_time ? 64 : 512, piece_cols = charge::virtual_time ? 64 : 256;
constexpr Extent update_k = 64;
// Rows that are interchanged of one column: some of each 16, not in order.
constexpr Extent rows_found = column_rows / 16, stride = 5 * rows_found / 2 + 1;

template <class Work>
double best_seconds(Work work) {
  return quickest_sample(samples, seconds_of_sample, work);
}

template <class T>
Buffer<T> filled(Extent size) {
  Buffer<T> buffer(size);
  std::fill(buffer.span().begin(), buffer.span().end(), T(0.5));
  return buffer;
}

// Operations per second of work with so many multiply-adds.
template <Scalar T, class Work>
double speed(Extent multiply_adds, Work work) {
  return flops_per_multiply_add<T> * static_cast<double>(multiply_adds) / best_seconds(work);
}

template <Scalar T>
double product_speed(Extent k) {
  const auto a = filled<T>(n * k), b = filled<T>(k * n), c = filled<T>(n * n);
  return speed<T>(n * n * k,
                  [&] { blas::gemm('N', 'N', n, n, k, T(1), a.data(), n, b.data(), k, T(0), c.data(), n); });
}

// Of A^-1 B or B A^-H, with A = I, so that B stays as it is.
template <Scalar T>
double solve_speed(char side) {
  const bool left = side == 'L';
  const Extent rows = left ? triangle : solved, cols = left ? solved : triangle;
  const auto a = filled<T>(triangle * triangle), b = filled<T>(triangle * solved);
  for (Extent i = 0; i < triangle * triangle; ++i) a.data()[i] = T(i % (triangle + 1) == 0 ? 1 : 0);
  return speed<T>(triangle * triangle * solved / 2, [&] {
    blas::trsm(side, 'L', left ? 'N' : 'C', left ? 'U' : 'N', rows, cols, T(1), a.data(), triangle, b.data(),
               rows);
  });
}

template <Scalar T>
double vector_speed() {
  const auto a = filled<T>(panel_rows * panel_cols), x = filled<T>(panel_cols), y = filled<T>(panel_rows);
  return speed<T>(panel_rows * panel_cols, [&] {
    blas::gemv('N', panel_rows, panel_cols, T(1), a.data(), panel_rows, x.data(), 1, T(0), y.data(), 1);
  });
}

// The largest real part in magnitude, several at a time.
template <Scalar T>
Real<T> largest(const T* x, Extent size) {
  constexpr Extent lanes = 8;
  Real<T> found[lanes] = {};
  for (Extent i = 0; i < size; i += lanes)
    for (Extent lane = 0; lane < lanes; ++lane) {
      const Real<T> here = std::abs(std::real(x[i + lane]));
      found[lane] = here > found[lane] ? here : found[lane];
    }
  return *std::max_element(found, found + lanes);
}

// Of each column of a panel the largest element is looked for, then all are divided.
template <Scalar T>
double column_speed() {
  const auto a = filled<T>(panel_rows * panel_cols);
  return speed<T>(panel_rows * panel_cols, [&] {
    for (T* x = a.data(); x < a.data() + panel_rows * panel_cols; x += panel_rows) {
      const Real<T> factor = largest(x, panel_rows) > 1 ? Real<T>(0.5) : Real<T>(1);
      for (Extent i = 0; i < panel_rows; ++i) x[i] *= factor;
    }
    charge::level2(static_cast<double>(flops_per_multiply_add<T> * panel_rows * panel_cols));
  });
}

// What is done to a matrix in memory, a piece of it after the other, from the first again behind the last: what a cache
// still has of it is what was used last.
template <Scalar T>
class FarMatrix {
 public:
  explicit FarMatrix(Extent bytes)
      : pieces_(std::max<Extent>(bytes / piece_bytes, 2)), matrix_(filled<T>(piece * pieces_)) {}

  double update_speed() {
    const auto l = filled<T>(column_rows * update_k), u = filled<T>(update_k * piece_cols);
    return speed<T>(column_rows * piece_cols * update_k, [&] {
      blas::gemm('N', 'N', column_rows, piece_cols, update_k, T(-1), l.data(), column_rows, u.data(),
                 update_k, T(1), next_piece(), column_rows);
    });
  }

  struct Copies {
    double byte = HUGE_VAL, found = HUGE_VAL;
  };
  // Seconds of a byte of a piece, and of an element of rows, each piece once: only others' bytes come between.
  Copies copy_seconds() {
    Copies best;
    for (int sample = 0; sample < samples; ++sample) {
      best.byte = std::min(best.byte, quickest_sample(1, seconds_of_sample, [&] { copy(); }));
      best.found = std::min(best.found, quickest_sample(1, 0, [&] {
                              for (Extent i = 0; i < pieces_; ++i) find_rows();
                            }));
    }
    return {best.byte / static_cast<double>(piece_bytes), best.found / static_cast<double>(pieces_ * found)};
  }

 private:
  void copy() {
    const T* const from = next_piece();
    std::copy_n(from, piece, next_piece());
    charge::copy(piece_bytes);
  }
  // Rows of a piece, column by column.
  void find_rows() {
    const T* column = next_piece();
    for (T* to = rows_.data(); to < rows_.data() + found; column += column_rows)
      for (Extent i = 0; i < rows_found; ++i) *to++ = column[i * stride % column_rows];
    charge::copy(found * Extent{sizeof(T)});
  }

  static constexpr Extent found = rows_found * piece_cols;
  static constexpr Extent piece = column_rows * piece_cols, piece_bytes = piece * Extent{sizeof(T)};
  T* next_piece() { return matrix_.data() + piece * (next_++ % pieces_); }

  const Extent pieces_;
  Buffer<T> matrix_, rows_ = filled<T>(found);
  Extent next_ = 0;
};

// The inner dimension h of half the speed, where one of k runs at this part of it, k / (k + h).
double half_speed(Extent k, double part) {
  const double reached = std::clamp(part, 0.01, 1.0);
  return static_cast<double>(k) * (1 - reached) / reached;
}

}  // namespace

template <Scalar T>
KernelSpeeds measure_kernels(Extent memory_limit) {
  KernelSpeeds kernels;
  KernelRates& rates = kernels.rates;
  const double long_product = product_speed<T>(long_k), short_product = product_speed<T>(short_k);
  // short / long = short_k (long_k + h) / (long_k (short_k + h)), for the inner dimension h of half the speed.
  const double ratio = std::clamp(short_product / long_product, 0.3, 1.0);
  rates.half_speed_near_k = static_cast<double>(long_k * short_k) * (1 - ratio) /
                            (ratio * static_cast<double>(long_k) - static_cast<double>(short_k));
  const double longest_product = long_product * (1 + rates.half_speed_near_k / static_cast<double>(long_k));
  rates.half_speed_left_solve = half_speed(triangle, solve_speed<T>('L') / longest_product);
  rates.half_speed_right_solve = half_speed(triangle, solve_speed<T>('R') / longest_product);
  rates.vectors = std::clamp(vector_speed<T>() / longest_product, 0.01, 1.0);
  rates.columns = std::clamp(column_speed<T>() / longest_product, 0.01, 1.0);

  FarMatrix<T> matrix(memory_limit > 0 ? std::min(matrix_bytes, memory_limit / 2) : matrix_bytes);
  rates.half_speed_k = half_speed(update_k, matrix.update_speed() / longest_product);
  const auto copies = matrix.copy_seconds();
  kernels.flops_per_copied_byte = copies.byte * longest_product;
  // Beside its bytes; what rounding leaves of none is none.
  constexpr double least = 1e-6;
  const double jump = copies.found - copies.byte * double{sizeof(T)};
  kernels.flops_per_jump = jump > least * copies.found ? jump * longest_product : 0;
  return kernels;
}

#define HET_INSTANTIATE(LETTER, TYPE) template KernelSpeeds measure_kernels<TYPE>(Extent);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
