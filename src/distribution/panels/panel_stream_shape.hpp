#pragma once
#include <algorithm>

#include "src/base/index.hpp"

namespace het {

// What bounds the panels of SUMMA [BPRR99 §3.1]: the inner dimension of one local product, how many are alive at a
// time (how far a rank may run ahead of another), and the bytes that they take.
struct PanelStreamLimits {
  Extent width = 192;
  int depth = 6;
  Extent bytes = Extent{64} << 20;
};

// How SUMMA cuts its inner dimension, and how many panels it lets travel ahead.
struct PanelStreamShape {
  Extent width = 1;  // of a panel, equal ones but for the first
  Extent steps = 1;
  int depth = 2;             // panels alive at a time
  Extent less_at_first = 0;  // by how much the first panel is narrower

  Extent begin(Extent s) const { return s == 0 ? 0 : s * width - less_at_first; }
  // Of panel s, out of an inner dimension k.
  Extent length(Extent s, Extent k) const { return std::min(begin(s + 1), k) - begin(s); }
};

// For an inner dimension k. `pieces`: what a process owns of a panel is multiplied where it lies, so that a panel may be so
// many times as wide, up to four times; from three on the first is a third of that, because nothing can be multiplied
// before it has come. largest_bytes: of the process with most rows and columns of C, for each k. Equal panels rather than
// a thin last one; narrower than wished, and then fewer at a time, where memory does not permit.
PanelStreamShape panel_stream_shape(const PanelStreamLimits& limits, Extent k, Extent pieces,
                                    Extent largest_bytes);

}  // namespace het
