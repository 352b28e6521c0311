#include "src/algorithm/factor/cholesky/trailing_matrix.hpp"

#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

template <Scalar T>
TrailingMatrix<T>::TrailingMatrix(const LowerView<T>& a, PanelWindow<T>& window, Extent near_width,
                                  const Slicing& slicing)
    : a_(a),
      window_(window),
      near_width_(near_width),
      slice_(slicing.seconds),
      in_sweep_(a, slicing),
      in_panel_(a, slicing) {}

template <Scalar T>
Extent TrailingMatrix<T>::piece_end(std::size_t last) const {
  return sweep_piece_end(piece_begin_, a_.local_col(a_.n()),
                         {last, window_.panels(), window_.slots(), near_width_},
                         [this](std::size_t k) { return a_.local_col(window_.panel(k).end); });
}

template <Scalar T>
void TrailingMatrix<T>::set_arrived(std::size_t panel) {
  in_sweep_.set_slice(std::min(slice_, cholesky_slice_seconds(panel, sweeping_)));
}

template <Scalar T>
void TrailingMatrix<T>::sweep(std::size_t last, const Idle& poll, const std::function<void(Extent)>& await) {
  const Extent n = a_.local_col(a_.n());
  const auto l = window_.columns(swept_, last);
  sweeping_ = last;
  for (piece_begin_ = front_; piece_begin_ < n; piece_begin_ = std::max(piece_end_, front_)) {
    piece_end_ = piece_begin_;  // while it is waited for, nothing is at work
    await(a_.global_col(piece_end(last) - 1) + 1);
    if (front_ > piece_begin_) continue;
    piece_end_ = piece_end(last);
    in_sweep_.run(l, piece_begin_, piece_end_, poll);
    piece_begin_ = piece_end_;
    if (poll) poll();
  }
  piece_begin_ = piece_end_ = n;
  swept_ = last;
}

template <Scalar T>
bool TrailingMatrix<T>::bring_up_to_date(std::size_t k, const Idle& poll) {
  const Panel& panel = window_.panel(k);
  const Extent begin = a_.local_col(panel.begin), end = a_.local_col(panel.end);
  if (begin < piece_end_ && end > piece_begin_) return false;
  in_panel_.run(window_.columns(begin < piece_begin_ ? sweeping_ : swept_, k), begin, end, poll);
  front_ = end;
  return true;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class TrailingMatrix<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
