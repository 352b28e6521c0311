#pragma once
#include "src/algorithm/factor/cholesky/window/message_rooms.hpp"
#include "src/algorithm/factor/cholesky/window/panel_slot.hpp"
#include "src/distribution/panels/audience.hpp"

namespace het {

// The panels of L that a rank holds at a time, each in a slot of its own: from the oldest one that it still needs to
// the one that is being factored. How far a rank may fall behind another.
//
// The slots lie side by side, so that panels that follow each other make one local product. Each round through them
// keeps the rows behind the end of its first panel; columns become shorter from round to round, so a panel lies over
// none that is younger than the one whose slot it takes.
//
// A rank has memory for the messages of as many panels as may need it at a time: of those in the window it sends the
// ones of its own process column; what it receives it keeps for all of them where it passes it on, else for the two
// that travel.
template <Scalar T>
class PanelWindow {
 public:
  // Takes the memory. `rows_of_cols` as for TransposedRows. No communication.
  PanelWindow(const LowerView<T>& a, const AxisOverlap& rows_of_cols, Extent panel_width, int tag,
              Moves& moves);

  std::size_t panels() const { return panels_.size(); }
  std::size_t slots() const { return slots_.size(); }  // panels held at a time, at most
  const Panel& panel(std::size_t k) const { return panels_[k]; }
  Extent widest_panel() const { return widest_; }

  // Makes room for panel k, the next one; false while the panel in its place is needed, as those from `needed` on
  // are, or has not been passed on. The panels before k - 1 have been taken.
  bool open(std::size_t k, std::size_t needed);
  PanelSlot<T>& slot(std::size_t k) { return slots_[k % slots_.size()]; }

  // The columns of L of the panels [first, last), in as few parts as they lie in.
  std::vector<FactorColumns<T>> columns(std::size_t first, std::size_t last);

  // Passes on what has arrived.
  void progress();
  void finish();
  Extent bytes_sent() const;

 private:
  std::size_t show_slots(JointLook& look);
  PanelRoom<T> room(std::size_t k) const;
  MessageRooms<T> rooms_to_send() const;
  MessageRooms<T> rooms_to_receive(const AxisOverlap& rows_of_cols) const;
  // Panels of this process column before panel k.
  std::size_t own_before(std::size_t k) const { return own_before_[std::min(k, panels_.size())]; }

  const LowerView<T>& a_;
  Moves& moves_;
  std::vector<Panel> panels_;
  std::vector<std::size_t> own_before_;
  Audience audience_;
  const Extent widest_;
  Buffer<T> rows_, cols_;
  MessageRooms<T> sent_, received_;
  std::vector<PanelSlot<T>> slots_;
  JointLook look_;
};

}  // namespace het
