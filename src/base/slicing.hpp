#pragma once
#include <algorithm>

#include "src/base/index.hpp"

namespace het {

// How a local product is cut into slices with a look at the messages between them. MPI makes no progress by
// itself, so the slices are a matter of time; but each slice packs its operand anew, so they must not be
// thin. Work is counted in operations by kernels, and in seconds where these are predicted.
struct Slicing {
  double seconds = 0.03;            // a slice should take about this long
  Extent least = 256, most = 1024;  // columns of a slice
  double seconds_per_unit = 0;      // of this process's work, as seen so far; 0: not yet
  bool awaited = false;             // whether others wait for what this process passes on
  double step_work = 0;             // of the step that the product belongs to, on this process
  // Of a process that others wait for, a slice takes a part of the step, so that what waits at every process
  // of a ring does not come late by a step; no longer than this, and no shorter than needed: 32 columns are
  // multiplied at two thirds to four fifths of the speed of 256.
  double awaited_seconds = 0.002;
  Extent awaited_least = 32;

  // Slices of a product that has so many columns left, each of so much work. None takes longer than it should, unless thinner
  // ones would have less than the least columns.
  Extent slices(Extent columns, double column_work) const {
    const double cost = seconds_per_unit * column_work;
    const Extent thinnest = awaited ? std::min(awaited_least, least) : least,
                 target = cost > 0 ? static_cast<Extent>(
                                         std::clamp(target_seconds() / cost, double(thinnest), double(most)))
                                   : thinnest;
    return std::clamp<Extent>(ceil_div(columns, target), 1, std::max<Extent>(columns / thinnest, 1));
  }
  // Columns of the next one. Equal slices of what is left: a thin remainder would run at a fraction of the
  // speed.
  Extent next(Extent columns, double column_work) const { return columns / slices(columns, column_work); }

 private:
  static constexpr double awaited_part = 1. / 8;

  double target_seconds() const {
    return awaited ? std::min({seconds, awaited_seconds, awaited_part * step_work * seconds_per_unit})
                   : seconds;
  }
};

}  // namespace het
