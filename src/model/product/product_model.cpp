#include "src/model/product/product_model.hpp"

#include "src/model/followed.hpp"

#include <algorithm>
#include <vector>

#include "src/distribution/column_strips.hpp"
#include "src/model/links/grid_links.hpp"
#include "src/model/move/move_costs.hpp"
#include "src/model/product/product_traffic.hpp"
#include "src/model/product/product_walk.hpp"
#include "src/model/product/streamed_seconds.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

// Several panels do not begin and end together: of what owners have to send beyond the mean, the part that others of
// them are not waited for. As simulated at 1 Gb/s on nine to sixteen processors: 54 products of orders 500 and 1000 are
// predicted within 3.1 % in the mean, within 3.4 % with 0.25, and 3.9 % with 0.
constexpr double uneven_ends = 0.5;

// Panels alive at a time are fewer than usual where that is predicted quickly to save so much: several on their way hide that
// processes do not keep step.
constexpr double fewer_alive_gain = 0.97;

// f(cycle-time, local rows, local columns of C) for each rank on the grid; the largest result.
template <class F>
double slowest(const Platform& platform, const Placed& c, F f) {
  double most = 0;
  for (int rank = 0; rank < c.placement.ranks(); ++rank)
    if (const auto at = c.placement[rank]; at.on_grid())
      most = std::max(most, f(platform.cycle_time(rank),
                              static_cast<double>(c.distribution.rows.local_size(ProcessCoord(at.row))),
                              static_cast<double>(c.distribution.cols.local_size(ProcessCoord(at.col)))));
  return most;
}

// Seconds of one multiply-add on the fastest process, in products with an inner dimension of panel_k.
double multiply_add_seconds(const Platform& platform, const CallShape& shape, Extent panel_k) {
  return shape.flops_per_multiply_add * platform.seconds_per_flop / platform.rates.product(panel_k);
}

// A product on C's layout, with the operands in another, or in the same: what the rank for which there is most to do
// spends on each panel.
class Streams {
 public:
  Streams(const Platform& platform, const CallShape& shape, const Placed& c, const Placed* caller,
          const PanelStreamLimits& limits)
      : platform_(platform),
        shape_(shape),
        one_(multiply_add_seconds(platform, shape, std::clamp<Extent>(shape.k, 1, limits.width))),
        limits_(limits),
        panels_(predicted_panels(limits, shape, c, caller)),
        steps_(static_cast<double>(std::max<Extent>(shape.k, 1)) / static_cast<double>(flow_.width)),
        traffic_(platform, shape, c, caller) {
    for (Extent g = 1; g <= flow_.depth; ++g)
      owners_.push_back({traffic_.owner_seconds(g * flow_.width), traffic_.mean_seconds(g * flow_.width)});
    const double first_alone = traffic_.owner_seconds(flow_.begin(1)) * static_cast<double>(flow_.width) /
                               static_cast<double>(flow_.begin(1));
    const auto interfaces = traffic_.interface_seconds(steps_);
    double most = -1;
    for (int rank = 0; rank < c.placement.ranks(); ++rank) {
      if (!traffic_.at_work(rank)) continue;
      PanelSeconds panel = of_rank(rank);
      if (!interfaces.empty())
        panel.carry = std::max(panel.carry, interfaces[static_cast<std::size_t>(platform.hosts.of(rank))]);
      panel.first_alone = first_alone;
      for (Extent g = 1; g <= flow_.depth; ++g)
        panel.owners.push_back(of_owners(g, static_cast<double>(g) * panel.carry));
      const double about = std::max(panel.work, panel.carry) * steps_ + std::min(panel.work, panel.carry);
      if (about > most) most_ = panel, most_rank_ = rank, most = about;
    }
    with_messages_ = with_messages();
    limit_alive();
  }

  Streams(const Streams&) = delete;  // flow_ looks into it

  // The slowest product of all ranks alone.
  double products() const { return products_; }
  // With what travels, of the rank for which there is most to do.
  double seconds(bool messages_cost) const {
    return streamed_seconds(flow_, messages_cost ? with_messages_ : most_);
  }
  // With each rank and each message at its own time.
  std::optional<WalkedSeconds> walked(const Placed& c, const Placed* caller) const {
    std::vector<PanelWork> work;
    for (int rank = 0; rank < c.placement.ranks(); ++rank)
      work.push_back(traffic_.at_work(rank) ? work_of(rank) : PanelWork{});
    return walk_product(platform_, shape_, c, caller, flow_, work);
  }
  PanelStreamLimits limits() const { return limits_; }
  Extent steps() const { return flow_.steps; }
  double multiply_add() const { return one_; }
  Extent first_panel() const { return narrow_first_panel(most_, flow_.width); }
  // The last product of a rank.
  double last_product(int rank) const {
    const auto [rows, cols] = traffic_.part(rank);
    return one_ * platform_.cycle_time(rank) * rows * cols *
           static_cast<double>(flow_.length(flow_.steps - 1));
  }

 private:
  PanelSeconds with_messages() const {
    const LinkCosts outside = platform_.outside(1), &inside = platform_.hosts.inside;
    const auto messages = traffic_.messages(most_rank_);
    PanelSeconds panel = most_;
    panel.work += messages.far * outside.message_overhead + messages.near * inside.message_overhead;
    const double latency = messages.far > 0 ? outside.latency : messages.near > 0 ? inside.latency : 0;
    for (Extent g = 1; g <= std::ssize(panel.owners); ++g)
      panel.owners[static_cast<std::size_t>(g - 1)] = panel.together(g) + latency;
    panel.first_alone = std::max(panel.carry, panel.first_alone) +
                        latency * static_cast<double>(flow_.width) / static_cast<double>(flow_.begin(1));
    return panel;
  }

  // All panels under way come at the same time in the end, and while the last ones are multiplied nothing comes any more:
  // the more there are, the longer, where links have more to do than processes.
  void limit_alive() {
    PanelStreamShape fewer = flow_;
    double least = seconds(true);
    while (--fewer.depth >= 2)
      if (const double seconds = streamed_seconds(fewer, with_messages_);
          seconds < fewer_alive_gain * least) {
        least = seconds;
        limits_.depth = panels_.shape.depth = fewer.depth;
      }
  }

  // What g panels under way take a rank whose link they keep busy for `carry` seconds. Links share their owners'
  // evenly: until those with less to receive have all, that rank receives at the rate at which all owners together
  // send, by the part of them that is busy. The others are taken to have as much less than the mean as it has more.
  double of_owners(Extent g, double carry) const {
    auto [owners, mean] = owners_[static_cast<std::size_t>(g - 1)];
    if (mean <= 0) return owners;
    if (g > 1) owners -= uneven_ends * (owners - mean);
    return std::max(owners, carry + std::max(2 * mean - carry, 0.0) * (owners / mean - 1));
  }

  // Without messages' own costs. The processor copies what leaves and what arrives, while links carry it.
  PanelWork work_of(int rank) const {
    const auto [rows, cols] = traffic_.part(rank);
    const auto& bytes = traffic_.volume(rank);
    const double t = platform_.cycle_time(rank), travels = bytes.sent + bytes.received,
                 copies = traffic_.copied(rank, panels_.pieces) * platform_.seconds_per_copied_byte * t,
                 leaves = travels > 0 ? bytes.sent / travels : 0;
    return {leaves * copies / steps_, (1 - leaves) * copies / steps_,
            one_ * t * rows * cols * static_cast<double>(shape_.k) / steps_,
            traffic_.carry_seconds(bytes, steps_)};
  }
  PanelSeconds of_rank(int rank) {
    const PanelWork work = work_of(rank);
    products_ = std::max(products_, work.product * steps_);
    PanelSeconds panel;
    panel.work = work.all() + traffic_.own_seconds(traffic_.volume(rank)) / steps_;
    panel.carry = work.link;
    return panel;
  }

  const Platform& platform_;
  const CallShape& shape_;
  const double one_;
  PanelStreamLimits limits_;
  ProductPanels panels_;
  const PanelStreamShape& flow_ = panels_.shape;
  const double steps_;  // whole panels
  const ProductTraffic traffic_;
  struct Owners {
    double busiest, mean;
  };
  std::vector<Owners> owners_;  // seconds of 1, 2, ... panels at a time
  double products_ = 0;
  PanelSeconds most_, with_messages_;
  int most_rank_ = 0;
};

// In place the first panel may be narrower.
Streams streams(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                const Placed* caller) {
  const PanelStreamLimits usual{.width = panel_k};
  if (caller) return Streams(platform, shape, c, caller, usual);
  const Extent first = Streams(platform, shape, c, caller, usual).first_panel();
  return Streams(platform, shape, c, caller, {.width = panel_k, .first = first});
}

// Of V seconds of a link what W seconds do not hide in which C becomes final, and leaves, in n pieces.
double left_of(double link, double hides, double pieces) {
  return std::max(link - hides * (1 - 1 / pieces), link / pieces);
}

// Of C's way back what is not hidden behind the last product: of what a rank sends behind its own, whose columns are so many
// pieces; of what it receives behind that of those who send it, and as many pieces as a process column has in the mean; and a
// part whatever there is to hide behind.
double way_back_seen(const Platform& platform, const CallShape& shape, const Placed& c, const Placed& caller,
                     const Streams& panels) {
  constexpr double whatever_hides = 0.25;
  if (shape.n == 0) return 0;
  const MoveCosts back = move_costs(platform, shape.element_bytes, c, caller);
  const AxisMap& cols = c.distribution.cols;
  const auto pieces = [&](double columns) {
    const auto strips = static_cast<double>(ColumnStrips(shape.n).count());
    return std::max(strips * columns / static_cast<double>(shape.n), 1.0);
  };
  const double usual_pieces = pieces(static_cast<double>(shape.n) / cols.processes());
  double others = 0;
  for (int rank = 0; rank < c.placement.ranks(); ++rank)
    if (c.placement[rank].on_grid()) others = std::max(others, panels.last_product(rank));
  double left = 0;
  for (int rank = 0; rank < c.placement.ranks(); ++rank) {
    const LinkSeconds link = back.of_rank[static_cast<std::size_t>(rank)];
    left = std::max(left, left_of(link.received, others, usual_pieces));
    if (const auto at = c.placement[rank]; at.on_grid())
      left = std::max(left, left_of(link.sent, panels.last_product(rank),
                                    pieces(static_cast<double>(cols.local_size(ProcessCoord(at.col))))));
  }
  return whatever_hides * back.seconds + (1 - whatever_hides) * left;
}

WalkedSeconds quickly(const Platform& platform, const CallShape& shape, const Placed& c, const Placed* caller,
                      const Streams& panels) {
  const double computed = panels.seconds(true);
  return {computed, computed + (caller ? way_back_seen(platform, shape, c, *caller, panels) : 0)};
}

}  // namespace

ProductPanels predicted_panels(const PanelStreamLimits& limits, const CallShape& shape, const Placed& c,
                               const Placed* caller) {
  const auto& [operands, placement] = caller ? *caller : c;
  const AxisMap of_a = inner_axis(operands.cols, shape.k), of_b = inner_axis(operands.rows, shape.k);
  const GlobalIndex begin(0);
  return product_panels(limits,
                        {{{&operands.rows, begin}, {&of_a, begin}, placement},
                         {{&operands.cols, begin}, {&of_b, begin}, placement},
                         c.distribution.rows,
                         c.distribution.cols,
                         c.placement,
                         shape.k},
                        shape.element_bytes);
}

PanelStreamLimits product_stream(const Platform& platform, const CallShape& shape, const Placed& c,
                                 Extent panel_k, const Placed* caller) {
  return streams(platform, shape, c, panel_k, caller).limits();
}

Prediction predict_product(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                           const Placed* caller) {
  const Streams panels = streams(platform, shape, c, panel_k, caller);
  const bool follows = followed_messages(shape, c.distribution.p(), c.distribution.q(), c.placement.ranks(),
                                         panels.steps()) > 0;
  const auto walked = follows ? panels.walked(c, caller) : std::nullopt;
  const WalkedSeconds seconds = walked ? *walked : quickly(platform, shape, c, caller, panels);
  const double products = panels.products(), waits = std::max(seconds.computed - products, 0.0);
  Prediction result;
  result.update =
      std::min(panels.multiply_add() * multiply_adds(shape) / total_speed(platform, c.placement), products);
  result.idle = products - result.update;
  result.latency = std::clamp(panels.seconds(true) - panels.seconds(false), 0.0, waits);
  result.exchange = waits - result.latency;
  result.move_out = seconds.all - seconds.computed;
  return result;
}

std::optional<double> walked_product_seconds(const Platform& platform, const CallShape& shape,
                                             const Placed& c, Extent panel_k, const Placed* caller) {
  const auto walked = streams(platform, shape, c, panel_k, caller).walked(c, caller);
  if (!walked) return {};
  return walked->all;
}

double product_seconds(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                       const Placed* caller) {
  return quickly(platform, shape, c, caller, streams(platform, shape, c, panel_k, caller)).all;
}

namespace {

// The slowest links from process to process along the rows and down the columns: seconds of a byte in parts of those
// outside, with one rank sending, 1 where all links are alike; and the latency.
struct Slowness {
  double across = 1, down = 1, latency;
};
Slowness slowness(const Platform& platform, const Placed& c) {
  const double alone = platform.between.seconds_per_byte;
  if (!platform.hosts.told_apart() || alone <= 0) return {1, 1, platform.between.latency};
  const int p = c.distribution.p(), q = c.distribution.q();
  const GridLinks links(platform, c.placement, p, q);
  Slowness most{0, 0, 0};
  const auto consider = [&](const LinkCosts& link, double& part) {
    part = std::max(part, link.seconds_per_byte / alone);
    most.latency = std::max(most.latency, link.latency);
  };
  for (int j = 0; j < q; ++j) {
    consider(links.column(j).ring, most.down);
    for (int i = 0; i < p; ++i) consider(links.along_row(i, j, (j + 1) % q), most.across);
  }
  return most;
}

}  // namespace

double reference_product_seconds(const Platform& platform, const CallShape& shape, const Placed& c) {
  const double p = c.distribution.p(), q = c.distribution.q();
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n),
             k = static_cast<double>(shape.k);
  // Elements a rank receives when A and B, A and C, or B and C travel.
  const Slowness links = slowness(platform, c);
  const double across = (1 - 1 / q) * links.across, down = (1 - 1 / p) * links.down;
  const double volume = std::min({k * (m / p * across + n / q * down), m * (k / q * across + n / q * down),
                                  n * (k / p * down + m / p * across)});
  const Extent width = std::max<Extent>(std::min(pblas_logical_block, shape.k), 1);
  const double one = multiply_add_seconds(platform, shape, width);
  const double product =
      slowest(platform, c, [&](double t, double rows, double cols) { return one * t * rows * cols * k; });
  return product +
         platform.all_at_once(c.distribution.p() * c.distribution.q()) * volume *
             static_cast<double>(shape.element_bytes) * platform.between.seconds_per_byte +
         k / static_cast<double>(width) * links.latency;
}

}  // namespace het
