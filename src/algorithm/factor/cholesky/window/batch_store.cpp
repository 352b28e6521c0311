#include "src/algorithm/factor/cholesky/window/batch_store.hpp"

#include "src/algorithm/factor/cholesky/window/carried_info.hpp"

namespace het {
namespace {

// Rows behind a panel's last one. They also keep columns off powers of two.
template <Scalar T>
constexpr Extent info_rows = info_elements<T>;

}  // namespace

template <Scalar T>
BatchStore<T>::BatchStore(const LowerView<T>& a, const TransposePlan& plan, Extent base, Extent width,
                          std::size_t panels, int tag)
    : a_(a), plan_(plan), across_(a.across()), down_(a.down()) {
  const Extent m = a.local_row(a.n()) - a.local_row(base), n = a.local_col(a.n()) - a.local_col(base);
  rows_ = Buffer<T>((m + info_rows<T>)*width);
  cols_ = Buffer<T>(std::max<Extent>(n, 1) * width);
  if (down_.size() > 1) packed_ = Buffer<T>(std::max<Extent>(n, 1) * width);
  for (std::size_t k = 0; k < panels; ++k) {
    slots_.push_back({LineBroadcast(a.comm(), tag), {}});
    for (int row = 0; row < down_.size(); ++row) slots_.back().down.emplace_back(a.comm(), tag + 1 + row);
  }
}

template <Scalar T>
void BatchStore<T>::reset(const Batch& batch) {
  batch_ = &batch;
  first_row_ = a_.local_row(batch.base());
  first_col_ = a_.local_col(batch.base());
  row_ld_ = a_.local_row(a_.n()) - first_row_ + info_rows<T>;
  col_ld_ = std::max<Extent>(a_.local_col(a_.n()) - first_col_, 1);
}

template <Scalar T>
FactorColumns<T> BatchStore<T>::columns(std::size_t first, std::size_t last) const {
  return {rows_of(first),
          cols_of(first),
          row_ld_,
          col_ld_,
          first_row_,
          first_col_,
          panel(last - 1).end - panel(first).begin};
}

template <Scalar T>
T* BatchStore<T>::fill_rows(std::size_t k, Extent il, Extent info) {
  T* rows = rows_of(k);
  const Extent m = row_ld_ - info_rows<T>;
  for (Extent j = 0; j < panel(k).width(); ++j) {
    std::fill_n(rows + j * row_ld_, il - first_row_, T(0));
    std::fill_n(rows + j * row_ld_ + m, info_rows<T>, T(0));
  }
  put_info(info, rows + m);
  return rows + (il - first_row_);
}

template <Scalar T>
Extent BatchStore<T>::info(std::size_t k) const {
  return get_info(rows_of(k) + row_ld_ - info_rows<T>);
}

template <Scalar T>
void BatchStore<T>::start_across(std::size_t k) {
  slot(k).across.start(across_, panel(k).col, rows_of(k), panel(k).width() * row_ld_ * Extent{sizeof(T)});
}

// f(process row, where its part of the panel lies packed, its rows); the parts follow each other.
template <Scalar T>
template <class F>
void BatchStore<T>::for_each_part(std::size_t k, F f) const {
  T* part = packed_.data() + column(k) * (col_ld_);
  for (int source = 0; source < plan_.sources(); ++source) {
    const Extent count = plan_.count(source, first_needed(k, source));
    f(source, part, count);
    part += count * panel(k).width();
  }
}

template <Scalar T>
double BatchStore<T>::start_down(std::size_t k) {
  const double begin = MPI_Wtime();
  const Extent width = panel(k).width();
  const T* rows = rows_of(k);
  // What this rank has itself takes no message.
  plan_.for_each(a_.row(), first_needed(k, a_.row()), [&](const TransposePlan::Run& run) {
    copy_block(run.length, width, rows + (run.row - first_row_), row_ld_, cols_of(k) + (run.col - first_col_),
               col_ld_);
  });
  if (down_.size() == 1) return MPI_Wtime() - begin;
  for_each_part(k, [&](int source, T* part, Extent count) {
    if (source == a_.row()) {
      T* to = part;
      plan_.for_each(source, first_needed(k, source), [&](const TransposePlan::Run& run) {
        copy_block(run.length, width, rows + (run.row - first_row_), row_ld_, to, count);
        to += run.length;
      });
    }
    slot(k).down[static_cast<std::size_t>(source)].start(down_, source, part,
                                                         count * width * Extent{sizeof(T)});
  });
  return MPI_Wtime() - begin;
}

template <Scalar T>
bool BatchStore<T>::arrived_down(std::size_t k) const {
  return std::ranges::all_of(slot(k).down, [](const LineBroadcast& part) { return part.arrived(); });
}

template <Scalar T>
double BatchStore<T>::take_down(std::size_t k) {
  if (down_.size() == 1) return 0;
  const double begin = MPI_Wtime();
  for_each_part(k, [&](int source, const T* part, Extent count) {
    if (source == a_.row()) return;
    plan_.for_each(source, first_needed(k, source), [&](const TransposePlan::Run& run) {
      copy_block(run.length, panel(k).width(), part, count, cols_of(k) + (run.col - first_col_), col_ld_);
      part += run.length;
    });
  });
  return MPI_Wtime() - begin;
}

template <Scalar T>
std::size_t BatchStore<T>::progress() {
  std::size_t completed = 0;
  for (Slot& slot : slots_) {
    completed += slot.across.progress();
    for (LineBroadcast& part : slot.down) completed += part.progress();
  }
  return completed;
}

template <Scalar T>
bool BatchStore<T>::passed_on() const {
  const auto finished = [](const LineBroadcast& part) { return part.finished(); };
  return std::ranges::all_of(slots_, [&](const Slot& slot) {
    return slot.across.finished() && std::ranges::all_of(slot.down, finished);
  });
}

template <Scalar T>
void BatchStore<T>::finish() {
  for (Slot& slot : slots_) {
    slot.across.finish();
    for (LineBroadcast& part : slot.down) part.finish();
  }
}

template <Scalar T>
Extent BatchStore<T>::bytes_sent() const {
  Extent sum = 0;
  for (const Slot& slot : slots_) {
    sum += slot.across.bytes_sent();
    for (const LineBroadcast& part : slot.down) sum += part.bytes_sent();
  }
  return sum;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class BatchStore<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
