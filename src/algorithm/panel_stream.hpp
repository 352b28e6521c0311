#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "src/algorithm/inner_panel.hpp"
#include "src/algorithm/operand.hpp"
#include "src/distribution/panels/panel_stream_shape.hpp"
#include "src/redistribute/exchange.hpp"

namespace het {

// How the dimensions of op(A) or op(B) lie in its matrix: the one it shares with C, and k.
struct OperandAxes {
  AxisPart fixed, inner;
  OperandAxes(const MatrixPart& part, bool k_along_columns)
      : fixed{&part.distribution->rows, part.i}, inner{&part.distribution->cols, part.j} {
    if (!k_along_columns) std::swap(fixed, inner);
  }
};

// One operand of SUMMA as a stream of panels over the inner dimension k: panel s is op(X)'s elements of k_begin
// .. k_end by the rows (or columns) of C that this rank owns, gathered from wherever they are, its k's in the
// order of the InnerPanel. `depth` panels are alive at a time.
//
// An operand whose inner dimension runs along its columns (A as it is, B transposed) has panels of `fixed`
// rows and k columns; otherwise k rows and `fixed` columns. Nothing is transposed on the way: the local
// product does that. Panels of k rows may be kept by owner (PanelPieces): what comes from an owner of as many k's as
// any then arrives in one piece and is not copied here.
template <Scalar T>
class PanelStream {
 public:
  // `fixed` is C's row axis (for A) or column axis (for B), restricted to the product, `targets` who owns
  // which part of it, as the coordinate of that dimension. Takes all memory for shape.depth panels of
  // shape.width; uses tags `tag` to `tag` + depth - 1. Pieces shorter than least_in_place are copied.
  PanelStream(const Communicator& comm, const Operand<const T>& operand, InnerPanel::Side side,
              bool k_along_columns, bool kept_by_owner, const AxisMap& fixed, Placement targets,
              const PanelStreamShape& shape, Extent least_in_place, int tag);

  // The inner axis of the operand from its `begin`-th k on.
  AxisPart inner(Extent begin) const { return {axes_.inner.map, axes_.inner.begin + begin}; }

  // Posts the messages of panel s. Panel s - depth is over.
  void start(Extent s, const InnerPanel& panel);
  // Waits for panel s, which then stays valid until start(s + depth).
  void wait(Extent s) { slot(s).exchange->finish_receives(); }
  // Where a piece of panel s lies on this rank.
  LocalArray<const T> block(Extent s, const InnerPanel::Piece& piece) const;
  // Whether `next` holds the k's that follow the first `length` ones of `block`.
  bool continues(LocalArray<const T> block, Extent length, LocalArray<const T> next) const {
    return next.lld == block.lld && next.data == block.data + at(0, length, block.lld);
  }
  // Looks at all messages under way once; the number that have completed.
  std::size_t progress();
  // Waits until nothing of this rank's is under way.
  void finish();
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  // Where a panel keeps the k rows of each owner but this rank, whose own ones stay where they are: owner after owner,
  // `width` elements between columns. An owner's k's of a panel follow each other in its storage.
  struct ByOwner {
    Extent width = 0;            // the most k's of an owner
    std::vector<Extent> offset;  // of an owner's local index 0, from the panel's begin
  };
  struct Slot {
    Buffer<T> panel;
    Extent lld = 1;
    std::optional<Exchange<T>> exchange;
    bool own_in_place = false;
    std::optional<ByOwner> by_owner;
  };
  std::size_t index(Extent s) const { return static_cast<std::size_t>(s) % slots_.size(); }
  Slot& slot(Extent s) { return slots_[index(s)]; }
  bool own(const InnerPanel::Piece& piece) const { return piece.owner[side_].value() == own_k_; }
  bool own_in_place(const InnerPanel& panel) const;
  std::optional<ByOwner> by_owner(const InnerPanel& panel) const;
  Extent at(Extent fixed, Extent k, Extent lld) const {
    return k_along_columns_ ? fixed + k * lld : k + fixed * lld;
  }
  Extent panel_lld() const { return std::max<Extent>(k_along_columns_ ? fixed_size_ : panel_k_, 1); }

  const Communicator& comm_;
  const Operand<const T> operand_;
  const OperandAxes axes_;
  const InnerPanel::Side side_;
  const bool k_along_columns_, kept_by_owner_;
  const Placement targets_;
  const Extent panel_k_, least_in_place_;
  const int tag_;
  Extent fixed_size_ = 0;
  std::shared_ptr<const AxisOverlap> fixed_overlap_;
  int own_k_ = -1;                       // this rank's coordinate along the operand's inner axis
  std::optional<LocalIndex> own_fixed_;  // where all of `fixed` that this rank needs lies in its own operand
  std::vector<Slot> slots_;
  Extent bytes_sent_ = 0;
};

}  // namespace het
