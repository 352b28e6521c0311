#pragma once
#include <memory>
#include <optional>

#include "src/algorithm/summa.hpp"

namespace het {

// One operand of SUMMA as a stream of panels over the inner dimension k: panel s is op(X)'s elements k_begin
// .. k_end by the rows (or columns) of C that this rank owns, gathered from wherever they are. Two panels are
// alive at a time.
//
// An operand whose inner dimension runs along its columns (A as it is, B transposed) has panels of `fixed`
// rows and k columns; otherwise k rows and `fixed` columns. Nothing is transposed on the way: the local
// product does that.
template <Scalar T>
class PanelStream {
 public:
  struct Panel {
    const T* data;
    Extent lld;
  };

  // `fixed` is C's row axis (for A) or column axis (for B), restricted to the product, `targets` who owns
  // which part of it, as the coordinate of that dimension. Takes all memory for panels of `panel_k`; uses
  // tags `tag` and `tag` + 1.
  PanelStream(const Communicator& comm, const Operand<const T>& operand, bool k_along_columns,
              const AxisMap& fixed, Placement targets, Extent k, Extent panel_k, int tag);

  // Posts the messages of panel s; at most one panel is open before the one in use.
  void start(Extent s);
  // Waits for panel s, which then stays valid until start(s + 2).
  Panel wait(Extent s);
  void progress();
  // Waits until nothing of this rank's is under way.
  void finish();
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  struct Slot {
    Buffer<T> panel;
    ExchangeBuffers<T> buffers;
    std::optional<Exchange<T>> exchange;
  };
  std::shared_ptr<const AxisOverlap> k_overlap(Extent s) const;
  Slot& slot(Extent s) { return slots_[s % 2]; }

  const Communicator& comm_;
  const Operand<const T> operand_;
  const bool k_along_columns_;
  const Placement targets_;
  const Extent k_, panel_k_;
  const int tag_;
  Extent fixed_size_ = 0;
  AxisMap panel_axis_;
  std::shared_ptr<const AxisOverlap> fixed_overlap_;
  Slot slots_[2];
  Extent bytes_sent_ = 0;
};

}  // namespace het
