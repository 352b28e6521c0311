#include "blacs_het/grid/speeds/kernel_samples.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/samples.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/base/block_cache.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/solves.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"
#include "src/kernel/largest.hpp"

namespace het {
namespace {

using namespace sampled;

// Rounds of one sample of each kind of work, of which the best counts: what is quick for a while only, or slow, is mostly
// so for all kinds.
constexpr int rounds = charge::virtual_time ? 1 : 4;
// Of what calls do most, updates, and of long products so many pairs in each round, one right behind the other, and one of few
// columns and many. The middle ratio of all pairs counts: best samples of two kinds, of different moments, differ by a tenth
// where processes are disturbed.
constexpr int update_pairs = charge::virtual_time ? 1 : 3;
constexpr double seconds_of_sample = charge::virtual_time ? 0 : 0.0015;
// Products that stay in the caches.
constexpr Extent n = long_k;
// A part of a panel: too large for the nearest caches.
constexpr Extent panel_rows = 2048, panel_cols = 32;
// What is solved for at a time.
constexpr Extent solved = 256;
// A matrix that does not fit into caches, as those of calls seldom do; its columns, and the part of it that one product
// updates, as wide as a panel is long. A thousand simulated processes have one at a time.
constexpr Extent matrix_bytes = charge::virtual_time ? Extent{1} << 15 : Extent{1} << 25;
constexpr Extent column_rows = charge::virtual_time ? 64 : 512;
// Some of its columns, and what is subtracted from these and from all by a longer one.
static_assert(charge::virtual_time || (piece_cols == KernelRates::wide_update && piece_cols == sweep_width));
constexpr Extent narrow_k = charge::virtual_time ? update_k : 128;
// Rows that are interchanged of one column: some of each 16, not in order.
constexpr Extent rows_found = column_rows / 16, stride = 5 * rows_found / 2 + 1;

template <class T>
Buffer<T> filled(Extent size) {
  Buffer<T> buffer(size);
  std::fill(buffer.span().begin(), buffer.span().end(), T(0.5));
  return buffer;
}

// One sample: seconds of one work().
template <class Work>
double seconds_of(Work work) {
  return sample_seconds(1, seconds_of_sample, work).front();
}

template <class Work>
double seconds_once(Work work) {
  return sample_seconds(1, 0, work).front();
}

// Of work in the caches, where the first one brings it.
template <class Work>
double seconds_near(Work work) {
  if (!charge::virtual_time) work();
  return seconds_of(work);
}

// Operations per second of work with so many multiply-adds that took so long.
template <Scalar T>
double speed(Extent multiply_adds, double seconds) {
  return flops_per_multiply_add<T> * static_cast<double>(multiply_adds) / seconds;
}

// Work on blocks that stay in the caches, and on a part of a panel, in operations per second of one sample.
template <Scalar T>
class NearWork {
 public:
  NearWork() {
    for (Extent i = 0; i < triangle * triangle; ++i) unit_.data()[i] = T(i % (triangle + 1) == 0 ? 1 : 0);
  }

  double product_speed(Extent k) {
    return speed<T>(n * n * k, seconds_near([&] {
                      blas::gemm('N', 'N', n, n, k, T(1), a_.data(), n, b_.data(), k, T(0), c_.data(), n);
                    }));
  }

  // Of A^-1 B or B A^-H, with A = I, so that B stays as it is.
  double solve_speed(char side) {
    return speed<T>(triangle * triangle * solved / 2, seconds_near([&] {
                      if (side == 'L')
                        solve_from_left(triangle, solved, unit_.data(), triangle, solved_.data(), triangle);
                      else
                        solve_from_right(solved, triangle, unit_.data(), triangle, solved_.data(), solved);
                    }));
  }

  double vector_speed() {
    return speed<T>(panel_rows * panel_cols, seconds_near([&] {
                      blas::gemv('N', panel_rows, panel_cols, T(1), panel_.data(), panel_rows, x_.data(), 1,
                                 T(0), y_.data(), 1);
                    }));
  }

  // Of each column of a panel the largest element is looked for, then all are divided.
  double column_speed() {
    return speed<T>(
        panel_rows * panel_cols, seconds_near([&] {
          T* const end = panel_.data() + panel_rows * panel_cols;
          for (T* x = panel_.data(); x < end; x += panel_rows) {
            const Real<T> factor = largest_magnitude(x, panel_rows) > 1 ? Real<T>(0.5) : Real<T>(1);
            for (Extent i = 0; i < panel_rows; ++i) x[i] *= factor;
          }
          charge::level2(static_cast<double>(flops_per_multiply_add<T> * panel_rows * panel_cols));
        }));
  }

 private:
  Buffer<T> a_ = filled<T>(n * long_k), b_ = filled<T>(long_k * n), c_ = filled<T>(n * n);
  Buffer<T> unit_ = filled<T>(triangle * triangle), solved_ = filled<T>(triangle * solved);
  Buffer<T> panel_ = filled<T>(panel_rows * panel_cols), x_ = filled<T>(panel_cols),
            y_ = filled<T>(panel_rows);
};

// What is done to a matrix in memory, a piece of it after the other, from the first again behind the last: what a cache
// still has of it is what was used last.
template <Scalar T>
class FarMatrix {
 public:
  explicit FarMatrix(Extent bytes) : pieces_(std::max<Extent>(bytes / piece_bytes, 2)) {
    const std::size_t before = BlockCache::instance().fresh();
    matrix_ = Buffer<T>(piece * pieces_);
    const bool fresh = BlockCache::instance().fresh() > before;
    const double first = seconds_to_fill_piece(), again = seconds_to_fill_piece();
    if (fresh) seconds_per_fresh_byte_ = std::max(first - again, 0.0) / static_cast<double>(piece_bytes);
  }

  // 0 where it got none.
  double seconds_per_fresh_byte() const { return seconds_per_fresh_byte_; }

  double update_speed() { return columns_update_speed(piece_cols, update_k); }
  // Of the first columns of a piece.
  double columns_update_speed(Extent cols, Extent k) {
    return speed<T>(column_rows * cols * k, seconds_of([&] { update(next_piece(), column_rows, cols, k); }));
  }
  // Of small squares far from each other.
  double square_update_speed() {
    return speed<T>(small_n * small_n * update_k,
                    seconds_of([&] { update(next_square(), small_n, small_n, update_k); }));
  }

  double seconds_per_copied_byte() {
    return seconds_of([&] { copy(); }) / static_cast<double>(piece_bytes);
  }

  // Of an element of rows, each piece once: only others' bytes come between.
  double seconds_per_found() {
    const auto find_all = [&] {
      for (Extent i = 0; i < pieces_; ++i) find_rows();
    };
    return seconds_once(find_all) / static_cast<double>(pieces_ * found);
  }

 private:
  void update(T* c, Extent rows, Extent cols, Extent k) {
    blas::gemm('N', 'N', rows, cols, k, T(-1), l_.data(), column_rows, u_.data(), k, T(1), c, column_rows);
  }
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

  // Median over all pieces: others may take the processor, or memory, for some milliseconds.
  double seconds_to_fill_piece() {
    std::vector<double> seconds;
    for (Extent i = 0; i < pieces_; ++i)
      seconds.push_back(seconds_once([&] { std::fill_n(next_piece(), piece, T(0.5)); }));
    return median(std::move(seconds));
  }

  static constexpr Extent found = rows_found * piece_cols;
  static constexpr Extent piece = column_rows * piece_cols, piece_bytes = piece * Extent{sizeof(T)};
  T* next_piece() { return matrix_.data() + piece * (next_++ % pieces_); }
  // Of each piece another one whenever it is its turn.
  T* next_square() {
    constexpr Extent down = column_rows / small_n, across = piece_cols / small_n;
    const Extent turn = next_ / pieces_;
    return next_piece() + (turn % down + turn / down % across * column_rows) * small_n;
  }

  const Extent pieces_;
  double seconds_per_fresh_byte_ = 0;
  Buffer<T> matrix_, rows_ = filled<T>(found);
  Buffer<T> l_ = filled<T>(column_rows * narrow_k), u_ = filled<T>(narrow_k * piece_cols);
  Extent next_ = 0;
};

}  // namespace

template <Scalar T>
KernelSamples sample_kernels(Extent memory_limit) {
  NearWork<T> near;
  FarMatrix<T> matrix(memory_limit > 0 ? std::min(matrix_bytes, memory_limit / 2) : matrix_bytes);
  KernelSamples seen;
  seen.element_bytes = sizeof(T);
  seen.per_fresh_byte = matrix.seconds_per_fresh_byte();
  const auto keep_best = [](double& best, double speed) { best = std::max(best, speed); };
  const auto keep_least = [](double& least, double seconds) { least = std::min(least, seconds); };
  for (int round = 0; round < rounds; ++round) {
    for (int pair = 0; pair < update_pairs; ++pair) {
      const double product = near.product_speed(long_k), updates = matrix.update_speed();
      seen.updates_to_products.push_back(updates / product);
      keep_best(seen.long_product, product);
      keep_best(seen.update, updates);
    }
    keep_best(seen.short_product, near.product_speed(short_k));
    keep_best(seen.left_solve, near.solve_speed('L'));
    keep_best(seen.right_solve, near.solve_speed('R'));
    keep_best(seen.vectors, near.vector_speed());
    keep_best(seen.columns, near.column_speed());
    keep_best(seen.small_update, matrix.square_update_speed());
    const double narrow = matrix.columns_update_speed(narrow_cols, narrow_k);
    seen.wide_to_narrow.push_back(matrix.columns_update_speed(piece_cols, narrow_k) / narrow);
    keep_least(seen.per_copied_byte, matrix.seconds_per_copied_byte());
    keep_least(seen.per_found, matrix.seconds_per_found());
  }
  return seen;
}

#define HET_INSTANTIATE(LETTER, TYPE) template KernelSamples sample_kernels<TYPE>(Extent);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
