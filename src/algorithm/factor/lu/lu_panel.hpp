#pragma once
#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/line.hpp"

namespace het {

// A factored panel as every process row needs it and as it travels along the row, in one message:
//   info | pivots(0 : w-1) | top: L11 and U11, w x w, the same on all ranks | rows: this process row's rows of the panel
// Pivots and info count from the first row of A. The rows include those of the top, which the others do not need: up to
// w x w elements more, but no copy.
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
  Extent& info() const { return reinterpret_cast<Extent*>(memory_.data())[0]; }
  std::span<Extent> pivots() const {
    return {reinterpret_cast<Extent*>(memory_.data()) + 1, static_cast<std::size_t>(width())};
  }
  T* top() const { return reinterpret_cast<T*>(memory_.data() + top_at(width())); }
  // Local rows from `first_row` of the matrix on, lld x width.
  T* rows() const { return reinterpret_cast<T*>(memory_.data() + rows_at(width())); }
  Extent first_row() const { return first_; }
  Extent lld() const { return lld_; }
  // L21, the rows below the top: rows_below x width, lld.
  const T* below() const { return rows() + lld_ - rows_below(); }
  Extent rows_below() const { return a_->local_row(a_->m()) - a_->local_row(panel_.end); }

  // Sends the panel along the process row, or begins to receive it. `ring`: the ranks of the row in the order in which
  // they get it, its owner first.
  void start_broadcast(const Line& ring) {
    broadcast_.start(ring, 0, memory_.data(), rows_at(width()) + lld_ * width() * size);
  }
  LineBroadcast& broadcast() { return broadcast_; }
  // The memory as an array of at least local rows x widest panel, between factorizations of panels.
  T* workspace() const { return reinterpret_cast<T*>(memory_.data()); }

 private:
  static constexpr Extent size = sizeof(T), line = 64;
  static Extent padded(Extent bytes) { return (bytes + line - 1) / line * line; }
  static Extent top_at(Extent width) { return padded((1 + width) * Extent{sizeof(Extent)}); }
  static Extent rows_at(Extent width) { return top_at(width) + padded(width * width * size); }

  const GridMatrix<T>* a_;
  Panel panel_{0, 0, 0};
  Extent first_ = 0, lld_ = 0;
  Buffer<char> memory_;
  LineBroadcast broadcast_;
};

}  // namespace het
