#include "src/model/product_model.hpp"

#include <algorithm>
#include <cmath>

#include "src/model/links/grid_links.hpp"
#include "src/model/links/host_mates.hpp"
#include "src/model/panel_stream.hpp"

namespace het {
namespace {

constexpr Extent reference_panel_k = 32;

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

double speed_on_grid(const Platform& platform, const Placement& placement) {
  double speed = 0;
  for (int rank = 0; rank < placement.ranks(); ++rank)
    if (placement[rank].on_grid()) speed += 1 / platform.cycle_time(rank);
  return speed;
}

// What travels of A and B, in bytes; and the part of it that stays on the host.
struct Volume {
  double received = 0, sent = 0;
  double received_inside = 0, sent_inside = 0;

  double most_outside() const { return std::max(received - received_inside, sent - sent_inside); }
  double most_inside() const { return std::max(received_inside, sent_inside); }
};

// A product on C's layout, with the operands in another, or in the same: what the rank for which there is most to do
// spends on each panel.
class Streams {
 public:
  Streams(const Platform& platform, const CallShape& shape, const Placed& c, const Placed* operands,
          Extent panel_k)
      : platform_(platform),
        shape_(shape),
        c_(c),
        source_(operands ? *operands : c),
        in_place_(!operands),
        one_(multiply_add_seconds(platform, shape, std::clamp<Extent>(shape.k, 1, panel_k))),
        flow_(panel_stream_shape(shape.k, panel_k, pieces(), largest_bytes())),
        on_c_(platform.hosts, c.placement),
        on_source_(platform.hosts, source_.placement) {
    const double alone = owner_seconds();
    const auto interfaces = interface_seconds();
    double most = -1;
    for (int rank = 0; rank < c.placement.ranks(); ++rank) {
      if (!at_work(rank)) continue;
      PanelSeconds panel = of_rank(rank);
      if (!interfaces.empty())
        panel.carry = std::max(panel.carry, interfaces[static_cast<std::size_t>(platform.hosts.of(rank))]);
      panel.alone = std::max(panel.carry, alone);
      const double about = std::max(panel.work, panel.carry) * static_cast<double>(flow_.steps) +
                           std::min(panel.work, panel.carry);
      if (about > most) most_ = panel, most_rank_ = rank, most = about;
    }
  }

  // The slowest product of all ranks alone.
  double products() const { return products_; }
  // With what travels, of the rank for which there is most to do.
  double seconds(bool messages_cost) const {
    if (!messages_cost) return streamed_seconds(flow_, most_);
    const LinkCosts &outside = platform_.outside(1), &inside = platform_.hosts.inside;
    const double near = mates_across(most_rank_) + mates_down(most_rank_),
                 far = others_down() + others_across() - near;
    PanelSeconds panel = most_;
    panel.work += far * outside.message_overhead + near * inside.message_overhead;
    panel.alone += far > 0 ? outside.latency : near > 0 ? inside.latency : 0;
    return streamed_seconds(flow_, panel);
  }
  double multiply_add() const { return one_; }

 private:
  static double part(const AxisMap& axis, int coord) {
    return static_cast<double>(axis.local_size(ProcessCoord(coord)));
  }
  double sp() const { return source_.distribution.p(); }
  double sq() const { return source_.distribution.q(); }
  // To how many process columns and rows of C's grid what a rank has of A and B goes.
  double others_across() const { return c_.distribution.q() - (in_place_ ? 1 : 0); }
  double others_down() const { return c_.distribution.p() - (in_place_ ? 1 : 0); }
  // How many of them are on the host of the rank; of another layout than the operands' so many on average.
  double mates_across(int rank) const { return mates(rank, on_c_.of(rank).in_row, others_across()); }
  double mates_down(int rank) const { return mates(rank, on_c_.of(rank).in_col, others_down()); }
  double mates(int rank, int in_line, double others) const {
    if (in_place_) return in_line;
    const double all = c_.distribution.p() * c_.distribution.q();
    return others * on_c_.of(rank).on_grid / all;
  }
  bool at_work(int rank) const { return c_.placement[rank].on_grid() || source_.placement[rank].on_grid(); }
  // Whether a rank multiplies what it has where it lies: of a block-cyclic layout whose blocks come round in both
  // dimensions together.
  Extent pieces() const {
    const int p = c_.distribution.p(), q = c_.distribution.q();
    return in_place_ && std::max(p, q) % std::min(p, q) == 0 ? std::max(p, q) : 1;
  }
  Extent largest_bytes() const {
    const auto largest = [](const AxisMap& axis) {
      Extent most = 0;
      for (int at = 0; at < axis.processes(); ++at) most = std::max(most, axis.local_size(ProcessCoord(at)));
      return most;
    };
    return (largest(c_.distribution.rows) + largest(c_.distribution.cols)) * shape_.element_bytes;
  }

  // What a rank has already is no message. In place it is one part in q of A's panels and one in p of B's; of another
  // layout one part in all of both. Each column of A goes to all process columns of C's grid, each row of B to all rows.
  Volume volume(int rank, double rows, double cols) const {
    const auto k = static_cast<double>(shape_.k), bytes = static_cast<double>(shape_.element_bytes);
    const auto from = source_.placement[rank];
    double of_a = 0, of_b = 0;
    Volume volume;
    if (from.on_grid()) {
      of_a = in_place_ ? rows / sq() : rows / (sp() * sq());
      of_b = in_place_ ? cols / sp() : cols / (sp() * sq());
      volume.sent = (part(source_.distribution.rows, from.row) / sq() * c_.distribution.q() - of_a +
                     part(source_.distribution.cols, from.col) / sp() * c_.distribution.p() - of_b) *
                    k * bytes;
      volume.sent_inside = (part(source_.distribution.rows, from.row) / sq() * mates_across(rank) +
                            part(source_.distribution.cols, from.col) / sp() * mates_down(rank)) *
                           k * bytes;
    }
    volume.received = (rows - of_a + cols - of_b) * k * bytes;
    const auto senders = on_source_.of(rank);
    volume.received_inside = (in_place_ ? rows * senders.in_row / sq() + cols * senders.in_col / sp()
                                        : (rows + cols) * senders.on_grid / (sp() * sq())) *
                             k * bytes;
    return volume;
  }
  Volume volume(int rank) const {
    const auto at = c_.placement[rank];
    return at.on_grid() ? volume(rank, part(c_.distribution.rows, at.row), part(c_.distribution.cols, at.col))
                        : volume(rank, 0, 0);
  }

  // Seconds for each panel in which the interface of each host lets through what its ranks send or receive; empty where
  // each has its own.
  std::vector<double> interface_seconds() const {
    const Hosts& hosts = platform_.hosts;
    std::vector<double> sent(static_cast<std::size_t>(hosts.count())), received(sent);
    for (int rank = 0; hosts.told_apart() && rank < c_.placement.ranks(); ++rank) {
      if (!at_work(rank)) continue;
      const Volume bytes = volume(rank);
      sent[static_cast<std::size_t>(hosts.of(rank))] += bytes.sent - bytes.sent_inside;
      received[static_cast<std::size_t>(hosts.of(rank))] += bytes.received - bytes.received_inside;
    }
    const double of_byte = hosts.interface_seconds_per_byte / static_cast<double>(flow_.steps);
    for (std::size_t host = 0; host < sent.size(); ++host)
      sent[host] = std::max(sent[host], received[host]) * of_byte;
    return sent;
  }

  // In which an owner of a panel sends it, together with those owners of it that are on the same host.
  double owner_seconds() const {
    const auto owned = [&](const AxisMap& axis, double owners) {
      const double nb = static_cast<double>(axis.nb()), width = static_cast<double>(flow_.width);
      return std::min(width, std::ceil(width / (nb * owners)) * nb);
    };
    const auto bytes = static_cast<double>(shape_.element_bytes);
    const double of_a = static_cast<double>(shape_.m) / sp() * owned(source_.distribution.cols, sq()),
                 of_b = static_cast<double>(shape_.n) / sq() * owned(source_.distribution.rows, sp());
    if (!platform_.hosts.told_apart())
      return (of_a * others_across() + of_b * others_down()) * bytes * platform_.seconds_per_byte;
    double most = 0;
    for (int rank = 0; rank < source_.placement.ranks(); ++rank) {
      if (!source_.placement[rank].on_grid()) continue;
      const auto senders = on_source_.of(rank);
      const double a_inside = of_a * mates_across(rank), b_inside = of_b * mates_down(rank),
                   a_outside = of_a * others_across() - a_inside, b_outside = of_b * others_down() - b_inside;
      const double through = a_outside * (1 + senders.in_col) + b_outside * (1 + senders.in_row);
      most = std::max({most, (a_outside + b_outside) * bytes * platform_.seconds_per_byte,
                       through * bytes * platform_.hosts.interface_seconds_per_byte,
                       (a_inside + b_inside) * bytes * platform_.hosts.inside.seconds_per_byte});
    }
    return most;
  }

  // Without messages' own costs. The processor copies what leaves and what arrives, while links carry it.
  PanelSeconds of_rank(int rank) {
    const auto steps = static_cast<double>(flow_.steps), k = static_cast<double>(shape_.k);
    const auto at = c_.placement[rank];
    const double rows = at.on_grid() ? part(c_.distribution.rows, at.row) : 0,
                 cols = at.on_grid() ? part(c_.distribution.cols, at.col) : 0;
    const Volume bytes = volume(rank, rows, cols);
    const double t = platform_.cycle_time(rank), product = one_ * t * rows * cols * k;
    products_ = std::max(products_, product);
    PanelSeconds panel;
    panel.work = (product + (bytes.received + bytes.sent) * platform_.seconds_per_copied_byte * t) / steps;
    panel.carry = std::max(bytes.most_outside() / steps * platform_.seconds_per_byte,
                           bytes.most_inside() / steps * platform_.hosts.inside.seconds_per_byte);
    return panel;
  }

  const Platform& platform_;
  const CallShape& shape_;
  const Placed c_, source_;
  const bool in_place_;
  const double one_;
  const PanelStreamShape flow_;
  const HostMates on_c_, on_source_;
  double products_ = 0;
  PanelSeconds most_;
  int most_rank_ = 0;
};

}  // namespace

Prediction predict_product(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                           const Placed* operands) {
  const Streams streams(platform, shape, c, operands, panel_k);
  const double products = streams.products(), without_latency = streams.seconds(false);
  Prediction result;
  result.update = std::min(
      streams.multiply_add() * multiply_adds(shape) / speed_on_grid(platform, c.placement), products);
  result.idle = products - result.update;
  result.exchange = without_latency - products;
  result.latency = streams.seconds(true) - without_latency;
  return result;
}

namespace {

// The slowest links from process to process along the rows and down the columns: seconds of a byte in parts of those
// outside, with one rank sending, 1 where all links are alike; and the latency.
struct Slowness {
  double across = 1, down = 1, latency;
};
Slowness slowness(const Platform& platform, const Placed& c) {
  const double alone = platform.seconds_per_byte;
  if (!platform.hosts.told_apart() || alone <= 0) return {1, 1, platform.latency};
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
  const Extent width = std::max<Extent>(std::min(reference_panel_k, shape.k), 1);
  const double one = multiply_add_seconds(platform, shape, width);
  const double product =
      slowest(platform, c, [&](double t, double rows, double cols) { return one * t * rows * cols * k; });
  return product + volume * static_cast<double>(shape.element_bytes) * platform.seconds_per_byte +
         k / static_cast<double>(width) * links.latency;
}

}  // namespace het
