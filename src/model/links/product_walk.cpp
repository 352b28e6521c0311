#include "src/model/links/product_walk.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "src/distribution/panels/product/last_pieces.hpp"
#include "src/model/links/product_messages.hpp"
#include "src/model/links/shared_links.hpp"

namespace het {
namespace {

constexpr double not_at_all = std::numeric_limits<double>::infinity();
// Messages that end within such a part of the longest panel end together.
constexpr double about_a_panel = 2e-3;

std::size_t at(Extent index) { return static_cast<std::size_t>(index); }

class ProductRanks {
 public:
  ProductRanks(const Platform& platform, const PanelStreamShape& flow, const std::vector<PanelWork>& work)
      : platform_(platform), flow_(flow), work_(work), links_(platform), ranks_(work.size()) {
    for (const PanelWork& one : work)
      about_ = std::max(about_, about_a_panel * std::max(one.all(), one.link));
  }

  // What travels together: the panels, and behind them the strips of C.
  void add(const std::vector<ProductMessage>& batch) {
    for (Rank& rank : ranks_) rank.batches.emplace_back();
    for (const ProductMessage& message : batch) {
      const auto number = static_cast<int>(messages_.size());
      ++last_of(message.from).to_leave;
      ++last_of(message.to).to_come;
      last_of(message.from).messages.push_back(number);
      last_of(message.to).messages.push_back(number);
      messages_.push_back(message);
      batch_of_.push_back(batches_);
    }
    ++batches_;
  }
  // The next part of a rank's last product, after which so many strips may leave. Of a rank without any all may leave when
  // its panels have left.
  void add_last_piece(int rank, double part, Extent strips) {
    ranks_[at(rank)].last.push_back({part, strips});
  }

  WalkedSeconds seconds() {
    for (int rank = 0; rank < std::ssize(ranks_); ++rank) go_on(rank);
    for (;;) {
      const double next = std::min({computed_.empty() ? not_at_all : computed_.top().first - now_,
                                    arriving_.empty() ? not_at_all : arriving_.top().first - now_,
                                    links_.idle() ? not_at_all : links_.until_next()});
      if (!(next < not_at_all)) return {last_product_, now_};
      pass(std::max(next, 0.0));
      for (std::size_t i = 0; i < woken_.size(); ++i) go_on(woken_[i]);
      woken_.clear();
    }
  }

 private:
  struct Batch {
    bool posted = false;
    int to_come = 0, to_leave = 0;
    std::vector<int> messages;
  };
  struct Piece {
    double part;
    Extent strips;
  };
  struct Rank {
    std::vector<Batch> batches;
    Extent started = 0, here = 0;           // panels of which the messages are posted, and that have come
    Extent strips = 0, strips_to_post = 0;  // the latter when what it computes is over
    bool computes = false, packed = false, multiplies = false, multiplied = false;
    std::vector<Piece> last;
    std::size_t pieces = 0;  // of the last product, that are over or computed
  };
  using When = std::pair<double, int>;  // and of which rank, or message
  using Events = std::priority_queue<When, std::vector<When>, std::greater<>>;

  Batch& last_of(int rank) { return ranks_[at(rank)].batches.back(); }
  Extent strips() const { return batches_ - flow_.steps; }

  void pass(double seconds) {
    const double until = now_ + seconds;
    links_.pass(seconds, about_, [&](int message) {
      const ProductMessage& it = messages_[at(message)];
      arriving_.push({until + platform_.link(it.from, it.to).latency, message});
    });
    now_ = until;
    for (; !arriving_.empty() && arriving_.top().first <= now_; arriving_.pop()) {
      const std::size_t message = at(arriving_.top().second), batch = at(batch_of_[message]);
      const auto [from, to] = std::pair(messages_[message].from, messages_[message].to);
      --ranks_[at(from)].batches[batch].to_leave;
      --ranks_[at(to)].batches[batch].to_come;
      woken_.insert(woken_.end(), {from, to});
    }
    for (; !computed_.empty() && computed_.top().first <= now_; computed_.pop()) {
      ranks_[at(computed_.top().second)].computes = false;
      woken_.push_back(computed_.top().second);
    }
  }

  void compute(int rank, double seconds) {
    ranks_[at(rank)].computes = true;
    computed_.push({now_ + seconds, rank});
  }

  // As far as the rank need not wait: it starts panels, which must have room, takes the next one that has come, starts those
  // that may follow, and multiplies.
  void go_on(int number) {
    Rank& rank = ranks_[at(number)];
    const PanelWork& work = work_[at(number)];
    while (!rank.computes) {
      while (rank.strips < rank.strips_to_post) post(number, flow_.steps + rank.strips++);
      if (rank.packed) {
        rank.packed = false;
        post(number, rank.started++);
      } else if (rank.started < flow_.started(rank.here)) {
        const Extent before = rank.started - flow_.depth;
        if (before >= 0 && rank.batches[at(before)].to_leave > 0) return;
        rank.packed = true;
        compute(number, part(rank.started) * work.before);
      } else if (rank.multiplies) {
        multiply(number);
      } else if (rank.here < flow_.steps) {
        if (rank.batches[at(rank.here)].to_come > 0) return;
        ++rank.here;
        rank.multiplies = true;
      } else {
        if (!rank.multiplied) last_product_ = std::max(last_product_, now_);
        rank.multiplied = true;
        if (rank.strips == strips() || panels_leave(rank)) return;
        rank.strips_to_post = strips();
      }
    }
  }

  void multiply(int number) {
    Rank& rank = ranks_[at(number)];
    const PanelWork& work = work_[at(number)];
    const double panel = part(rank.here - 1);
    if (rank.here < flow_.steps || rank.last.empty()) {
      rank.multiplies = false;
      return compute(number, panel * (work.after + work.product));
    }
    const auto& [piece, may_leave] = rank.last[rank.pieces];
    compute(number, panel * ((rank.pieces == 0 ? work.after : 0) + piece * work.product));
    rank.strips_to_post = may_leave;
    rank.multiplies = ++rank.pieces < rank.last.size();
  }

  // Of a whole panel.
  double part(Extent s) const {
    return static_cast<double>(flow_.length(s)) / static_cast<double>(flow_.width);
  }
  bool panels_leave(const Rank& rank) const {
    return std::any_of(rank.batches.begin(), rank.batches.begin() + flow_.steps,
                       [](const Batch& panel) { return panel.to_leave > 0; });
  }

  // Messages travel when both are ready.
  void post(int number, Extent batch) {
    Batch& mine = ranks_[at(number)].batches[at(batch)];
    mine.posted = true;
    for (const int message : mine.messages) {
      const auto& [from, to, bytes, pieces] = messages_[at(message)];
      if (ranks_[at(from == number ? to : from)].batches[at(batch)].posted)
        links_.begin(from, to, bytes, pieces, message);
    }
  }

  const Platform& platform_;
  const PanelStreamShape& flow_;
  const std::vector<PanelWork>& work_;
  double about_ = 0;
  SharedLinks links_;
  std::vector<Rank> ranks_;
  std::vector<ProductMessage> messages_;
  std::vector<Extent> batch_of_;  // by message
  Extent batches_ = 0;
  Events computed_, arriving_;
  std::vector<int> woken_;
  double now_ = 0, last_product_ = 0;
};

// The pieces of each rank's last product.
void add_last_pieces(ProductRanks& walk, const Placed& c, const ColumnStrips& strips) {
  for (int rank = 0; rank < c.placement.ranks(); ++rank) {
    const auto at = c.placement[rank];
    if (!at.on_grid()) continue;
    const ProcessCoord col(at.col);
    const auto columns = static_cast<double>(c.distribution.cols.local_size(col));
    if (columns == 0 || c.distribution.rows.local_size(ProcessCoord(at.row)) == 0) continue;
    Extent done = 0, over = 0;
    for (const auto& [end, local] : last_product_pieces(c.distribution.cols, col, strips.count())) {
      while (over < strips.count() && strips.end(over) <= end) ++over;
      walk.add_last_piece(rank, static_cast<double>(local - done) / columns, over);
      done = local;
    }
  }
}

}  // namespace

WalkedSeconds walk_product(const Platform& platform, const CallShape& shape, const Placed& c,
                           const Placed* caller, const PanelStreamShape& flow,
                           const std::vector<PanelWork>& work) {
  const ProductMessages messages(shape, c, caller ? *caller : c);
  ProductRanks walk(platform, flow, work);
  for (Extent s = 0; s < flow.steps; ++s) walk.add(messages.of_panel(flow, s));
  if (caller) {
    const ColumnStrips strips(shape.n);
    for (Extent s = 0; s < strips.count(); ++s) walk.add(messages.of_strip(strips, s));
    add_last_pieces(walk, c, strips);
  }
  return walk.seconds();
}

}  // namespace het
