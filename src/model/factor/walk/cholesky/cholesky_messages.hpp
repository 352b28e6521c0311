#pragma once
#include <vector>

#include "src/model/factor/walk/factor_steps.hpp"
#include "src/model/factor/walk/ring_message.hpp"

namespace het {

// Rows of a panel of L on their way to the process columns that have columns of these numbers, as one rank
// sees them (TransposedRows).
class TransposedMessages {
 public:
  TransposedMessages(Walk& walk, const FactorSteps& steps, int i, int j, int channel);

  // Of panel k the rows with the numbers of the panels [first, last).
  void receive(std::size_t k, std::size_t first, std::size_t last);
  void send(std::size_t k, std::size_t first, std::size_t last);
  bool arrived() const;
  bool passed_on() const;

 private:
  void start(RingMessage& message, std::size_t k, int row, int to, double elements);

  const FactorSteps& steps_;
  const int i_, j_, channel_;
  std::vector<RingMessage> to_, from_;  // to each process column, from each process row
};

// The messages of a panel that takes its place in the window of a rank (PanelSlot): its rows along the
// process row, and transposed the head and the rest.
class CholeskySlot {
 public:
  // slots: in the window.
  CholeskySlot(Walk& walk, const FactorSteps& steps, int i, int j, std::size_t slots, int channel);
  static int channels(int process_rows) { return 1 + 2 * process_rows; }

  // Sends panel k, or begins to receive it.
  void start(std::size_t k);
  // Sends the rest when the rows have left.
  void progress();
  bool rows_arrived() const { return rows_.arrived(); }
  bool head_arrived() const { return rows_arrived() && head_.arrived(); }
  bool arrived() const { return head_arrived() && rest_.arrived(); }
  bool passed_on() const { return rows_.finished() && !rest_due_ && head_.passed_on() && rest_.passed_on(); }

 private:
  void start_rows();

  const FactorSteps& steps_;
  const int i_, j_;
  const std::size_t slots_;
  const int channel_;
  RingMessage rows_;
  TransposedMessages head_, rest_;
  std::size_t panel_ = 0;
  bool rest_due_ = false;
};

// The block on the diagonal of one panel after another, as a rank of its process column sees it
// (DiagonalBlock): the rank that has its first row collects it, and sends the factor to the others.
class DiagonalMessages {
 public:
  DiagonalMessages(Walk& walk, const FactorSteps& steps, int i, int j, int channel);

  // The last block has reached all.
  bool passed_on() const { return open_.none(); }
  void expect(std::size_t k);
  void start();
  // It is for this rank to factor it now; then it tells the others.
  bool collected() const { return is_root() && !here_ && open_.none(); }
  void send();
  bool here() const { return is_root() ? here_ : factor_.none(); }

 private:
  bool is_root() const { return steps_.panels.diagonal_row(panel_) == i_; }
  double rows_bytes(int i) const;
  double block_bytes() const;

  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, rank_, channel_;
  Open open_, factor_;
  std::size_t panel_ = 0;
  bool here_ = true;
};

}  // namespace het
