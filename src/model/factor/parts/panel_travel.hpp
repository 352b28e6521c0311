#pragma once
#include <optional>
#include <vector>

#include "src/distribution/panels/audience.hpp"
#include "src/model/factor/parts/transposed_travel.hpp"
#include "src/model/factor/step_context.hpp"

namespace het {

// The way of a panel from its process column K to the others (Audience): along process row i, from process to process,
//   A_(i,K) = P_i,   A_(i,to) = A_(i,from) + message + latency,
// where a link carries one message after the other, and a message takes longer beside others that have a part of its
// link: sums of the update before, rows for this one, and the next panel. Cholesky's also goes down the process columns
// (TransposedTravel).
class PanelTravel : StepPart {
 public:
  // cols: of the matrix whose panels they are.
  PanelTravel(StepContext& now, const AxisMap& cols);

  // Panel `now.step`; from clocks.ready to clocks.arrived and own_of_panel. O(p q + q log q), and what TransposedTravel takes.
  void send();
  // When process (i, j) of the next panel's process column can begin with that, for what it needs of this one.
  double next_begins(int i, int j) const;
  // Seconds in the end: process columns without columns in the last panel hear what they have missed.
  double rest() const;

 private:
  void send_along_row(int i, const std::vector<int>& places);
  void send_sums_behind(int i, int owner);
  double sums_beside(int i, double message, double chunks);
  double rows_beside(int i, int from, int to, double time, double message, double chunks);
  double rows_on_link_of(int i, int j, double until, double message, double chunks) const;
  double through(std::size_t from, std::size_t to, double time, double message, double chunks);
  double beside_own_panel(int i, int from, int to, double through, double message) const;

  const Audience audience_;
  std::optional<TransposedTravel> transposed_;
  std::vector<int> next_ring_;  // of the next panel, where it may travel beside this one
};

}  // namespace het
