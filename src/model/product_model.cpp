#include "src/model/product_model.hpp"

#include <algorithm>

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

}  // namespace

Prediction predict_product(const Platform& platform, const CallShape& shape, const Placed& c,
                           Extent panel_k) {
  const Extent width = std::max<Extent>(std::min(panel_k, shape.k), 1);
  const double one = multiply_add_seconds(platform, shape, width);
  const auto k = static_cast<double>(shape.k);
  const auto product = [&](double t, double rows, double cols) { return one * t * rows * cols * k; };
  const double p = c.distribution.p(), q = c.distribution.q();
  const auto steps = static_cast<double>((std::max<Extent>(shape.k, 1) + width - 1) / width);
  // What a rank has already is no message: one part in q of A's panel, one in p of B's. The processor copies what
  // leaves and what arrives; the links carry it meanwhile, but for the first panel.
  const auto with_messages = [&](double t, double rows, double cols) {
    const double bytes =
        (rows * (1 - 1 / q) + cols * (1 - 1 / p)) * k * static_cast<double>(shape.element_bytes);
    const double working = product(t, rows, cols) + 2 * bytes * platform.seconds_per_copied_byte * t;
    const double carrying = bytes * platform.seconds_per_byte;
    return std::max(working, carrying) + std::min(working, carrying) / steps;
  };
  const double products = slowest(platform, c, product);
  const double with_bytes = slowest(platform, c, with_messages);
  Prediction result;
  result.update = std::min(one * multiply_adds(shape) / speed_on_grid(platform, c.placement), products);
  result.idle = products - result.update;
  result.exchange = with_bytes - products;
  result.latency = steps * (p + q) * platform.latency;
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
