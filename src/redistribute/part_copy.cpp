#include "src/redistribute/part_copy.hpp"

#include <algorithm>

#include "src/bindings/charge.hpp"

namespace het {
namespace {

// Columns that are copied at a time. Transposed they are, of real numbers in double precision, a cache line.
constexpr Extent most_cols = 8;

Extent length(const std::vector<Run>& runs) {
  Extent sum = 0;
  for (const Run& run : runs) sum += run.length;
  return sum;
}

// f(row run, elements of the runs before it, column run, its first column in question, their number, columns before
// them) for blocks of a row run by few columns.
template <class F>
void for_each_block(const std::vector<Run>& rows, const std::vector<Run>& cols, F f) {
  Extent cols_before = 0;
  for (const Run& col : cols)
    for (Extent y = 0; y < col.length; y += most_cols) {
      const Extent width = std::min(most_cols, col.length - y);
      Extent rows_before = 0;
      for (const Run& row : rows) {
        f(row, rows_before, col, y, width, cols_before);
        rows_before += row.length;
      }
      cols_before += width;
    }
}

// y(i, o) := x(i, o) or x(i, o) + beta y(i, o), where elements of x are any steps apart.
template <Scalar T, class Read>
void combine(Extent inner, Extent outer, const T* x, Extent inner_step, Extent outer_step, LocalArray<T> to,
             T beta, Read read) {
  T* y = to.data;
  for (Extent o = 0; o < outer; ++o, x += outer_step, y += to.lld)
    if (beta == T(0))
      for (Extent i = 0; i < inner; ++i) y[i] = read(x[i * inner_step]);
    else if (beta == T(1))
      for (Extent i = 0; i < inner; ++i) y[i] += read(x[i * inner_step]);
    else
      for (Extent i = 0; i < inner; ++i) y[i] = read(x[i * inner_step]) + beta * y[i];
}

}  // namespace

// x holds row.length x cols elements, which become consecutive columns of the target, or rows when transposed.
template <Scalar T>
void PartTarget<T>::put(LocalArray<const T> x, const Run& row, LocalIndex col, Extent cols) const {
  const Extent i = row.target.value(), j = col.value();
  const LocalArray<T> to = arrival.transposed ? y.at(j, i) : y.at(i, j);
  const auto put_as = [&](auto read) {
    if (arrival.transposed)
      combine(cols, row.length, x.data, x.lld, Extent{1}, to, arrival.beta, read);
    else
      combine(row.length, cols, x.data, Extent{1}, x.lld, to, arrival.beta, read);
  };
  if (!arrival.in_buffers())
    for (Extent c = 0; c < cols; ++c) std::copy_n(x.at(0, c).data, row.length, to.at(0, c).data);
  else if (arrival.conjugate)
    put_as([](const T& v) { return conjugate(v); });
  else
    put_as([](const T& v) { return v; });
}

template <Scalar T>
void PartTarget<T>::copy(const std::vector<Run>& rows, const std::vector<Run>& cols,
                         LocalArray<const T> source) const {
  charge::copy(length(rows) * length(cols) * Extent{sizeof(T)});
  for_each_block(rows, cols, [&](const Run& row, Extent, const Run& col, Extent first, Extent width, Extent) {
    put(source.at(row.source.value(), col.source.value() + first), row, col.target + first, width);
  });
}

template <Scalar T>
void PartTarget<T>::unpack(const std::vector<Run>& rows, const std::vector<Run>& cols,
                           const T* packed) const {
  const LocalArray<const T> x{packed, length(rows)};
  for_each_block(
      rows, cols,
      [&](const Run& row, Extent rows_before, const Run& col, Extent first, Extent width,
          Extent cols_before) { put(x.at(rows_before, cols_before), row, col.target + first, width); });
}

#define HET_INSTANTIATE(LETTER, TYPE) template struct PartTarget<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
