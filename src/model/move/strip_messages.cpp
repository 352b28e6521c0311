#include "src/model/move/strip_messages.hpp"

#include "src/distribution/overlap.hpp"

namespace het {
namespace {

// Of one dimension, by coordinate before and after: with how many on the other side it shares a part that travels by itself,
// added up over the parts.
class AxisMessages {
 public:
  AxisMessages(const AxisMap& from, const AxisMap& to)
      : from_(from),
        to_(to),
        sent_(static_cast<std::size_t>(from.processes())),
        received_(static_cast<std::size_t>(to.processes())) {}

  void add(Extent begin, Extent end) {
    const AxisOverlap overlap({&from_, GlobalIndex(begin)}, {&to_, GlobalIndex(begin)}, end - begin);
    for (std::size_t s = 0; s < sent_.size(); ++s)
      for (std::size_t t = 0; t < received_.size(); ++t)
        if (overlap.volume(ProcessCoord(static_cast<int>(s)), ProcessCoord(static_cast<int>(t))) > 0)
          ++sent_[s], ++received_[t];
  }
  double sent(int coord) const { return sent_[static_cast<std::size_t>(coord)]; }
  double received(int coord) const { return received_[static_cast<std::size_t>(coord)]; }

 private:
  const AxisMap &from_, &to_;
  std::vector<double> sent_, received_;
};

}  // namespace

std::vector<StripMessages> strip_messages(const ColumnStrips& strips, const Placed& caller,
                                          const Placed& matrix) {
  AxisMessages rows(caller.distribution.rows, matrix.distribution.rows),
      cols(caller.distribution.cols, matrix.distribution.cols);
  rows.add(0, caller.distribution.rows.extent());
  for (Extent s = 0; s < strips.count(); ++s) cols.add(strips.begin(s), strips.end(s));
  std::vector<StripMessages> messages;
  for (int rank = 0; rank < caller.placement.ranks(); ++rank) {
    const auto before = caller.placement[rank], after = matrix.placement[rank];
    messages.push_back({before.on_grid() ? rows.sent(before.row) * cols.sent(before.col) : 0,
                        after.on_grid() ? rows.received(after.row) * cols.received(after.col) : 0});
  }
  return messages;
}

}  // namespace het
