#include "src/model/product/product_walk.hpp"

#include <algorithm>
#include <deque>

#include "src/distribution/panels/product/last_pieces.hpp"
#include "src/model/product/product_messages.hpp"
#include "src/model/walk/walk.hpp"

namespace het {
namespace {

// Messages that end within such a part of the longest panel end together.
constexpr double about_a_panel = 2e-3;

std::size_t at(Extent index) { return static_cast<std::size_t>(index); }

// The next part of a rank's last product, after which so many strips of C may leave.
struct LastPiece {
  double part;
  Extent strips;
};

// What one rank does in a product, in the steps of SUMMA (src/algorithm/summa.hpp): it starts panels, which must have room,
// takes the next one that has come, starts those that may follow, and multiplies. Strips of C leave behind the pieces of the
// last product; those of a rank without any when its panels have left.
class ProductProgram {
 public:
  ProductProgram(Walk& walk, int rank, const PanelStreamShape& flow, const PanelWork& work)
      : walk_(walk), rank_(rank), flow_(flow), work_(work) {}
  ProductProgram(const ProductProgram&) = delete;

  // What travels together: the panels, and behind them the strips.
  void add_batch() { batches_.emplace_back(); }
  void add(const ProductMessage& message) { batches_.back().messages.push_back(message); }
  void add(const LastPiece& piece) { last_.push_back(piece); }

  Program run() {
    co_await start_panels(0);
    for (Extent s = 0; s < flow_.steps; ++s) {
      co_await walk_.wait(rank_, [this, s] { return batches_[at(s)].coming.none(); });
      co_await start_panels(s + 1);
      if (s + 1 < flow_.steps || last_.empty())
        co_await walk_.work(rank_, part(s) * (work_.after + work_.product));
      else
        co_await multiply_last(s);
    }
    multiplied_ = walk_.now();
    co_await walk_.wait(rank_, [this] { return panels_have_left(); });
    post_strips(std::ssize(batches_) - flow_.steps);
  }
  double multiplied() const { return multiplied_; }

 private:
  struct Batch {
    std::vector<ProductMessage> messages;
    Open leaving, coming;
  };

  // Those that may be alive when so many have come.
  Program start_panels(Extent here) {
    for (; started_ < flow_.started(here); ++started_) {
      co_await walk_.wait(rank_, [this] { return has_room(started_); });
      co_await walk_.work(rank_, part(started_) * work_.before);
      post(started_);
    }
  }
  Program multiply_last(Extent s) {
    double before = work_.after;
    for (const LastPiece& piece : last_) {
      co_await walk_.work(rank_, part(s) * (before + piece.part * work_.product));
      before = 0;
      post_strips(piece.strips);
    }
  }

  // Of a whole panel.
  double part(Extent s) const {
    return static_cast<double>(flow_.length(s)) / static_cast<double>(flow_.width);
  }
  // The panel that was there before has left.
  bool has_room(Extent s) const { return s < flow_.depth || batches_[at(s - flow_.depth)].leaving.none(); }
  bool panels_have_left() const {
    return std::all_of(batches_.begin(), batches_.begin() + flow_.steps,
                       [](const Batch& panel) { return panel.leaving.none(); });
  }
  void post_strips(Extent end) {
    while (strips_ < end) post(flow_.steps + strips_++);
  }
  void post(Extent number) {
    constexpr int channel = 0;
    Batch& batch = batches_[at(number)];
    for (const auto& [from, to, bytes, pieces] : batch.messages)
      if (from == rank_)
        walk_.send(from, to, channel, bytes, pieces, batch.leaving, Walk::Leaves::when_taken);
      else
        walk_.receive(to, from, channel, batch.coming);
  }

  Walk& walk_;
  const int rank_;
  const PanelStreamShape& flow_;
  const PanelWork work_;
  std::deque<Batch> batches_;
  std::vector<LastPiece> last_;
  Extent started_ = 0, strips_ = 0;
  double multiplied_ = 0;
};

using Ranks = std::deque<ProductProgram>;

void add_batch(Ranks& ranks, const std::vector<ProductMessage>& messages) {
  for (ProductProgram& rank : ranks) rank.add_batch();
  for (const ProductMessage& message : messages) {
    ranks[at(message.from)].add(message);
    ranks[at(message.to)].add(message);
  }
}

void add_last_pieces(Ranks& ranks, const Placed& c, const ColumnStrips& strips) {
  for (int rank = 0; rank < c.placement.ranks(); ++rank) {
    const auto where = c.placement[rank];
    if (!where.on_grid()) continue;
    const ProcessCoord col(where.col);
    const auto columns = static_cast<double>(c.distribution.cols.local_size(col));
    if (columns == 0 || c.distribution.rows.local_size(ProcessCoord(where.row)) == 0) continue;
    Extent done = 0, over = 0;
    for (const auto& [end, local] : last_product_pieces(c.distribution.cols, col, strips.count())) {
      while (over < strips.count() && strips.end(over) <= end) ++over;
      ranks[at(rank)].add(LastPiece{static_cast<double>(local - done) / columns, over});
      done = local;
    }
  }
}

}  // namespace

std::optional<WalkedSeconds> walk_product(const Platform& platform, const CallShape& shape, const Placed& c,
                                          const Placed* caller, const PanelStreamShape& flow,
                                          const std::vector<PanelWork>& work) {
  double longest = 0;
  for (const PanelWork& one : work) longest = std::max({longest, one.all(), one.link});
  Walk walk(platform, about_a_panel * longest);
  Ranks ranks;
  for (const PanelWork& one : work) ranks.emplace_back(walk, static_cast<int>(ranks.size()), flow, one);
  const ProductMessages messages(shape, c, caller ? *caller : c);
  for (Extent s = 0; s < flow.steps; ++s) add_batch(ranks, messages.of_panel(flow, s));
  if (caller) {
    const ColumnStrips strips(shape.n);
    for (Extent s = 0; s < strips.count(); ++s) add_batch(ranks, messages.of_strip(strips, s));
    add_last_pieces(ranks, c, strips);
  }
  for (ProductProgram& rank : ranks) walk.start(rank.run());
  const std::optional<double> all = walk.run();
  if (!all) return {};
  double computed = 0;
  for (const ProductProgram& rank : ranks) computed = std::max(computed, rank.multiplied());
  return WalkedSeconds{computed, *all};
}

}  // namespace het
