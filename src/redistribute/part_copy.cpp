#include "src/redistribute/part_copy.hpp"

#include <algorithm>

#include "src/bindings/charge.hpp"

namespace het {
namespace {

// f(row run, source column, target column) for each contiguous column segment of a product of runs, in packed
// order.
template <class F>
void for_each_segment(const std::vector<Run>& rows, const std::vector<Run>& cols, F f) {
  for (const Run& col : cols)
    for (Extent y = 0; y < col.length; ++y)
      for (const Run& row : rows) f(row, col.source + y, col.target + y);
}

Extent length(const std::vector<Run>& runs) {
  Extent sum = 0;
  for (const Run& run : runs) sum += run.length;
  return sum;
}

// y := x or x + beta y for elements that are `step` apart in y.
template <Scalar T, class Read>
void combine(const T* x, Extent length, T* y, Extent step, T beta, Read read) {
  if (beta == T(0))
    for (Extent e = 0; e < length; ++e) y[e * step] = read(x[e]);
  else if (beta == T(1))
    for (Extent e = 0; e < length; ++e) y[e * step] += read(x[e]);
  else
    for (Extent e = 0; e < length; ++e) y[e * step] = read(x[e]) + beta * y[e * step];
}

}  // namespace

// A part of one source column: consecutive in the target, or lld apart when transposed.
template <Scalar T>
void PartTarget<T>::put(const T* x, const Run& row, LocalIndex col) const {
  T* y = transposed ? data + col.value() + row.target.value() * lld
                    : data + row.target.value() + col.value() * lld;
  const Extent step = transposed ? lld : 1;
  if (arrival.conjugate)
    combine(x, row.length, y, step, arrival.beta, [](const T& v) { return conjugate(v); });
  else if (step == 1 && arrival.beta == T(0))
    std::copy_n(x, row.length, y);
  else
    combine(x, row.length, y, step, arrival.beta, [](const T& v) { return v; });
}

template <Scalar T>
void PartTarget<T>::copy(const std::vector<Run>& rows, const std::vector<Run>& cols, const T* source,
                         Extent source_lld) const {
  charge::copy(length(rows) * length(cols) * Extent{sizeof(T)});
  for_each_segment(rows, cols, [&](const Run& row, LocalIndex from, LocalIndex col) {
    put(source + row.source.value() + from.value() * source_lld, row, col);
  });
}

template <Scalar T>
void PartTarget<T>::unpack(const std::vector<Run>& rows, const std::vector<Run>& cols,
                           const T* packed) const {
  for_each_segment(rows, cols, [&](const Run& row, LocalIndex, LocalIndex col) {
    put(packed, row, col);
    packed += row.length;
  });
}

#define HET_INSTANTIATE(LETTER, TYPE) template struct PartTarget<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
