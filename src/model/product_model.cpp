#include "src/model/product_model.hpp"

#include <algorithm>
#include <cmath>

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

// What travels of A and B, in bytes.
struct Volume {
  double received = 0, sent = 0;
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
        flow_(panel_stream_shape(shape.k, panel_k, pieces(), largest_bytes())) {
    const double alone = owner_bytes() * platform.seconds_per_byte;
    double most = -1;
    for (int rank = 0; rank < c.placement.ranks(); ++rank) {
      if (!c_.placement[rank].on_grid() && !source_.placement[rank].on_grid()) continue;
      const PanelSeconds panel = of_rank(rank, alone);
      const double about = std::max(panel.work, panel.carry) * static_cast<double>(flow_.steps) +
                           std::min(panel.work, panel.carry);
      if (about > most) most_ = panel, most = about;
    }
  }

  // The slowest product of all ranks alone.
  double products() const { return products_; }
  // With what travels, of the rank for which there is most to do.
  double seconds(double latency, double message_overhead) const {
    const double messages = others_down() + others_across();
    PanelSeconds panel = most_;
    panel.work += messages * message_overhead;
    panel.alone += messages > 0 ? latency : 0;
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
    }
    volume.received = (rows - of_a + cols - of_b) * k * bytes;
    return volume;
  }

  // Bytes that an owner of a panel sends of it.
  double owner_bytes() const {
    const auto owned = [&](const AxisMap& axis, double owners) {
      const double nb = static_cast<double>(axis.nb()), width = static_cast<double>(flow_.width);
      return std::min(width, std::ceil(width / (nb * owners)) * nb);
    };
    return (static_cast<double>(shape_.m) / sp() * owned(source_.distribution.cols, sq()) * others_across() +
            static_cast<double>(shape_.n) / sq() * owned(source_.distribution.rows, sp()) * others_down()) *
           static_cast<double>(shape_.element_bytes);
  }

  // Without messages' own costs. The processor copies what leaves and what arrives, while links carry it.
  PanelSeconds of_rank(int rank, double alone) {
    const auto steps = static_cast<double>(flow_.steps), k = static_cast<double>(shape_.k);
    const auto at = c_.placement[rank];
    const double rows = at.on_grid() ? part(c_.distribution.rows, at.row) : 0,
                 cols = at.on_grid() ? part(c_.distribution.cols, at.col) : 0;
    const Volume bytes = volume(rank, rows, cols);
    const double t = platform_.cycle_time(rank), product = one_ * t * rows * cols * k;
    products_ = std::max(products_, product);
    PanelSeconds panel;
    panel.work = (product + (bytes.received + bytes.sent) * platform_.seconds_per_copied_byte * t) / steps;
    panel.carry = std::max(bytes.received, bytes.sent) / steps * platform_.seconds_per_byte;
    panel.alone = std::max(panel.carry, alone);
    return panel;
  }

  const Platform& platform_;
  const CallShape& shape_;
  const Placed c_, source_;
  const bool in_place_;
  const double one_;
  const PanelStreamShape flow_;
  double products_ = 0;
  PanelSeconds most_;
};

}  // namespace

Prediction predict_product(const Platform& platform, const CallShape& shape, const Placed& c, Extent panel_k,
                           const Placed* operands) {
  const Streams streams(platform, shape, c, operands, panel_k);
  const double products = streams.products(), without_latency = streams.seconds(0, 0);
  Prediction result;
  result.update = std::min(
      streams.multiply_add() * multiply_adds(shape) / speed_on_grid(platform, c.placement), products);
  result.idle = products - result.update;
  result.exchange = without_latency - products;
  result.latency = streams.seconds(platform.latency, platform.message_overhead) - without_latency;
  return result;
}

double reference_product_seconds(const Platform& platform, const CallShape& shape, const Placed& c) {
  const double p = c.distribution.p(), q = c.distribution.q();
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n),
             k = static_cast<double>(shape.k);
  // Elements a rank receives when A and B, A and C, or B and C travel.
  const double across = 1 - 1 / q, down = 1 - 1 / p;
  const double volume = std::min({k * (m / p * across + n / q * down), m * (k / q * across + n / q * down),
                                  n * (k / p * down + m / p * across)});
  const Extent width = std::max<Extent>(std::min(reference_panel_k, shape.k), 1);
  const double one = multiply_add_seconds(platform, shape, width);
  const double product =
      slowest(platform, c, [&](double t, double rows, double cols) { return one * t * rows * cols * k; });
  return product + volume * static_cast<double>(shape.element_bytes) * platform.seconds_per_byte +
         k / static_cast<double>(width) * platform.latency;
}

}  // namespace het
