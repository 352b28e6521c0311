#pragma once
#include <algorithm>

#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/process_line.hpp"
#include "src/bindings/charge.hpp"

namespace het {

// A factored panel as every process row needs it and as it travels along the row, in one message:
//   top: L11 and U11, w x w, the same on all ranks | info | pivots(0 : w-1) | rows: this process row's rows of the panel
// Pivots and info count from the first row of A. A process row that has all rows of the top sends them among its own
// alone, and its ranks copy them to their place; others send up to w x w elements more than needed, but copy nothing.
template <Scalar T>
class LuPanel {
 public:
  // Takes the memory for the widest panel.
  LuPanel(const GridMatrix<T>& a, Extent width, int tag) : a_(&a), broadcast_(a.grid().comm(), tag) {
    if (a.grid().inside()) memory_ = Buffer<char>(rows_at(width) + a.local_row(a.m()) * width * size);
  }

  // Makes this the place of another panel; the broadcast of the last one must be finished.
  void reset(const Panel& panel) {
    panel_ = panel;
    first_ = a_->local_row(panel.begin);
    lld_ = a_->local_row(a_->m()) - first_;
  }
  const Panel& panel() const { return panel_; }
  Extent width() const { return panel_.width(); }

  // 0, or k > 0: U(k, k), counted from 1, is the first exact zero of this panel.
  Extent& info() const { return head()[0]; }
  std::span<Extent> pivots() const { return {head() + 1, static_cast<std::size_t>(width())}; }
  T* top() const { return reinterpret_cast<T*>(memory_.data()); }
  // Local rows from `first_row` of the matrix on, lld x width.
  T* rows() const { return reinterpret_cast<T*>(memory_.data() + rows_at(width())); }
  Extent first_row() const { return first_; }
  Extent lld() const { return lld_; }
  // L21, the rows below the top: rows_below x width, lld.
  const T* below() const { return rows() + lld_ - rows_below(); }
  Extent rows_below() const { return a_->local_row(a_->m()) - a_->local_row(panel_.end); }

  // Sends the panel along the process row, or begins to receive it. `ring`: the ranks of the row in the order in which
  // they get it, its owner first.
  void start_broadcast(const ProcessLine& ring) {
    const Extent begin = has_top() ? head_at(width()) : 0;
    broadcast_.start(ring, memory_.data() + begin, rows_at(width()) + lld_ * width() * size - begin);
  }
  LineBroadcast& broadcast() { return broadcast_; }
  // After its arrival: brings the top to its place where it has come among the rows.
  void place_top() const {
    if (!has_top()) return;
    for (Extent j = 0; j < width(); ++j) std::copy_n(rows() + j * lld_, width(), top() + j * width());
    charge::copy(width() * width() * size);
  }

 private:
  static constexpr Extent size = sizeof(T), line = 64;
  static Extent padded(Extent bytes) { return ceil_div(bytes, line) * line; }
  static Extent head_at(Extent width) { return padded(width * width * size); }
  static Extent rows_at(Extent width) {
    return head_at(width) + padded((1 + width) * Extent{sizeof(Extent)});
  }
  Extent* head() const { return reinterpret_cast<Extent*>(memory_.data() + head_at(width())); }
  bool has_top() const { return lld_ - rows_below() == width(); }

  const GridMatrix<T>* a_;
  Panel panel_{0, 0, 0};
  Extent first_ = 0, lld_ = 0;
  Buffer<char> memory_;
  LineBroadcast broadcast_;
};

}  // namespace het
