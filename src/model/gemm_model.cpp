#include "src/model/gemm_model.hpp"

#include <algorithm>

#include "src/distribution/schedule.hpp"

namespace het {
namespace {

constexpr double half_speed_k = 21;
constexpr Extent reference_panel_k = 32;
// Handing a byte to MPI or taking it from there on the fastest process, at memory speed.
constexpr double seconds_per_copied_byte = 2.5e-10;

double seconds_of(Extent flops, const Platform& platform, std::size_t rank, Extent panel_k) {
  return static_cast<double>(flops) * platform.seconds_per_flop * platform.cycle_times[rank] /
         inner_dimension_efficiency(panel_k);
}

// f(rank, local rows, local columns of C) for each rank on the grid; the largest result.
template <class F>
double slowest(const Distribution& c, const Placement& placement, F f) {
  double most = 0;
  for (int rank = 0; rank < placement.ranks(); ++rank)
    if (const auto at = placement[rank]; at.on_grid())
      most = std::max(most, f(static_cast<std::size_t>(rank), c.rows.local_size(ProcessCoord(at.row)),
                              c.cols.local_size(ProcessCoord(at.col))));
  return most;
}

}  // namespace

double inner_dimension_efficiency(Extent k) {
  return static_cast<double>(k) / (static_cast<double>(k) + half_speed_k);
}

double summa_seconds(const Platform& platform, const GemmShape& shape, const Distribution& c,
                     const Placement& placement, Extent panel_k) {
  const Extent width = std::max<Extent>(std::min(panel_k, shape.k), 1);
  const double panels = static_cast<double>((shape.k + width - 1) / width);
  const double messages = panels * (c.p() + c.q());
  return messages * platform.latency + slowest(c, placement, [&](std::size_t rank, Extent rows, Extent cols) {
           // What a rank has already is no message: one part in q of A's panel, one in p of B's.
           const double arriving =
               static_cast<double>(rows) * (1 - 1.0 / c.q()) + static_cast<double>(cols) * (1 - 1.0 / c.p());
           const double bytes = arriving * static_cast<double>(shape.k * shape.element_bytes);
           // MPI copies what leaves and what arrives; nothing is counted as hidden, because a message between
           // ranks of one host is made by the processor too.
           return seconds_of(shape.flops_per_multiply_add * rows * cols * shape.k, platform, rank, width) +
                  bytes *
                      (platform.seconds_per_byte + 2 * seconds_per_copied_byte * platform.cycle_times[rank]);
         });
}

double reference_seconds(const Platform& platform, const GemmShape& shape, const Distribution& c,
                         const Placement& placement) {
  const double p = c.p(), q = c.q();
  const auto m = static_cast<double>(shape.m), n = static_cast<double>(shape.n),
             k = static_cast<double>(shape.k);
  // Elements a rank receives when A and B, A and C, or B and C travel.
  const double across = 1 - 1 / q, down = 1 - 1 / p;
  const double volume = std::min({k * (m / p * across + n / q * down), m * (k / q * across + n / q * down),
                                  n * (k / p * down + m / p * across)});
  const Extent width = std::max<Extent>(std::min(reference_panel_k, shape.k), 1);
  const double product = slowest(c, placement, [&](std::size_t rank, Extent rows, Extent cols) {
    return seconds_of(shape.flops_per_multiply_add * rows * cols * shape.k, platform, rank, width);
  });
  return product + volume * static_cast<double>(shape.element_bytes) * platform.seconds_per_byte +
         k / static_cast<double>(width) * platform.latency;
}

double move_seconds(const Platform& platform, const GemmShape& shape, const Distribution& from,
                    const Placement& from_placement, const Distribution& to, const Placement& to_placement) {
  const GlobalIndex zero(0);
  const Schedule schedule({&from, &from_placement, zero, zero}, {&to, &to_placement, zero, zero}, shape.m,
                          shape.n);
  double most = 0;
  for (int rank = 0; rank < from_placement.ranks(); ++rank) {
    const auto mine = schedule.for_rank(rank);
    Extent sent = 0, received = 0;
    for (const Transfer& t : mine.sends) sent += t.elements();
    for (const Transfer& t : mine.receives) received += t.elements();
    most =
        std::max(most, static_cast<double>(std::max(sent, received) * shape.element_bytes) *
                               platform.seconds_per_byte +
                           static_cast<double>(mine.sends.size() + mine.receives.size()) * platform.latency);
  }
  return most;
}

}  // namespace het
