#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "src/algorithm/operand.hpp"
#include "src/base/watch.hpp"
#include "src/bindings/mpi.hpp"
#include "src/distribution/panels/product/inner_panel.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"
#include "src/redistribute/exchange.hpp"

namespace het {

// op(A) or op(B) of a product.
template <Scalar T>
struct StreamedOperand {
  Operand<const T> x;
  InnerPanel::Side side;
  char trans;                  // 'N', 'T' or 'C'
  bool kept_by_owner = false;  // where it has panels of k rows (PanelPieces)

  // Whether the inner dimension runs along the columns of X: A as it is, B transposed.
  bool k_along_columns() const { return (side == InnerPanel::a) == (trans == 'N'); }
  // The axis of X that is C's, and that of k.
  AxisPart fixed() const { return k_along_columns() ? rows() : cols(); }
  AxisPart inner() const { return k_along_columns() ? cols() : rows(); }

 private:
  AxisPart rows() const { return {&x.part.distribution->rows, x.part.i}; }
  AxisPart cols() const { return {&x.part.distribution->cols, x.part.j}; }
};

// The panels of a stream: how k is cut, and the length below which pieces are copied.
struct StreamCut {
  PanelStreamShape shape;
  Extent least_in_place;
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
  // `fixed` is C's row axis (for A) or column axis (for B), restricted to the product, `of_c` C's placement. Takes all
  // memory for shape.depth panels of shape.width; uses tags `tag` to `tag` + depth - 1. No communication. The
  // operand's distribution and placement, and `comm`, must outlive the object.
  PanelStream(const Communicator& comm, const StreamedOperand<T>& operand, const AxisMap& fixed,
              const Placement& of_c, const StreamCut& cut, int tag);

  // The inner axis of the operand from its `begin`-th k on.
  AxisPart inner(Extent begin) const { return {operand_.inner().map, operand_.inner().begin + begin}; }

  // Posts the messages of panel s. Panel s - depth is over.
  void start(Extent s, const InnerPanel& panel);
  // Waits for panel s, which then stays valid until start(s + depth).
  void wait(Extent s) {
    await([&] { slot(s).exchange->finish_receives(); });
  }
  // Where a piece of panel s lies on this rank.
  LocalArray<const T> block(Extent s, const InnerPanel::Piece& piece) const;
  // Whether `next` holds the k's that follow the first `length` ones of `block`.
  bool continues(LocalArray<const T> block, Extent length, LocalArray<const T> next) const {
    return next.lld == block.lld && next.data == block.data + at(0, length, block.lld);
  }
  // Shows all messages under way to a look; the number that have completed.
  std::size_t progress(JointLook& look);
  // Waits until nothing of this rank's is under way.
  void finish();
  Extent bytes_sent() const { return bytes_sent_; }
  // Seconds for which start, wait and finish waited.
  double waited() const { return waited_; }

 private:
  template <class Wait>
  void await(Wait wait) {
    const double begin = MPI_Wtime();
    wait();
    waited_ += booked(Activity::broadcast, begin, MPI_Wtime());
  }

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
  const StreamedOperand<T> operand_;
  const InnerPanel::Side side_;
  const bool k_along_columns_;
  const Placement targets_;  // of `fixed`, in the matrix of a panel
  const Extent panel_k_, least_in_place_;
  const int tag_;
  Extent fixed_size_ = 0;
  std::shared_ptr<const AxisOverlap> fixed_overlap_;
  int own_k_ = -1;                       // this rank's coordinate along the operand's inner axis
  std::optional<LocalIndex> own_fixed_;  // where all of `fixed` that this rank needs lies in its own operand
  std::vector<Slot> slots_;
  Extent bytes_sent_ = 0;
  double waited_ = 0;
};

}  // namespace het
