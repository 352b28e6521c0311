#pragma once
#include <cmath>
#include <vector>

#include "src/bindings/charge.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"
#include "src/model/platform.hpp"

namespace het {

// How the speeds of other local work compare with that of long products, which differs less between processes than the
// speeds themselves.
struct KernelSpeeds {
  KernelRates rates;
  // That a long product does while a byte is copied, and while an element is found, as in Platform; and while a byte of
  // memory that is touched for the first time costs more than later.
  double flops_per_copied_byte = 0, flops_per_jump = 0, flops_per_fresh_byte = 0;

  // To those of a product whose operations take so many times as long: a byte takes as long to copy, and an element to
  // find, whatever it is a part of.
  void rescale(double longer) {
    for (double* const flops : {&flops_per_copied_byte, &flops_per_jump, &flops_per_fresh_byte})
      *flops /= longer;
  }
};

// What the samples are of.
namespace sampled {

// Square products with a long and a short inner dimension.
inline constexpr Extent long_k = PanelStreamLimits{}.width, short_k = 32;
// The triangle of a solve.
inline constexpr Extent triangle = 64;
// Updates of some columns, and of small squares, with an inner dimension; of few columns.
inline constexpr Extent update_k = 64, piece_cols = charge::virtual_time ? 64 : 256, small_n = 32,
                        narrow_cols = piece_cols / 4;

}  // namespace sampled

// What samples of each kind of work show of a process.
struct KernelSamples {
  // Operations per second, the best of each kind.
  double long_product = 0, short_product = 0, left_solve = 0, right_solve = 0, vectors = 0, columns = 0,
         update = 0, small_update = 0;
  // Speeds seen one right behind the other: of an update by that of a long product, of many columns by that of few.
  std::vector<double> updates_to_products, wide_to_narrow;
  // The least seconds; of fresh memory what it costs more than other memory.
  double per_copied_byte = HUGE_VAL, per_found = HUGE_VAL, per_fresh_byte = 0;
  Extent element_bytes = 8;
};

// None of the lists may be empty. Without a clock.
KernelSpeeds rates_of(const KernelSamples& samples);

}  // namespace het
