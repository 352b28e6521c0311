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
  // The inner dimension of the first product, which nothing hides, where several owners' pieces make panels wide; a
  // third of the widest one at most, and where this is 0.
  Extent first = 0;
};

// How SUMMA cuts its inner dimension, and how many panels it lets travel ahead.
struct PanelStreamShape {
  Extent width = 1;  // of a panel, equal ones but for the first and the last
  Extent steps = 1;
  int depth = 2;                               // panels alive at a time
  Extent less_at_first = 0, less_at_last = 0;  // by how much these are narrower

  Extent begin(Extent s) const { return s == 0 ? 0 : s * width - less_at_first; }
  Extent length(Extent s) const {
    return width - (s == 0 ? less_at_first : 0) - (s + 1 == steps ? less_at_last : 0);
  }
  // Panels that have been started when so many have come: the first one alone, then two for each until the depth is
  // reached, because the first ones must not wait behind all others.
  Extent started(Extent here) const {
    return std::min({std::max(2 * here, Extent{1}), std::max(here, Extent{1}) - 1 + depth, steps});
  }
};

// The pieces of a panel by who owns them, where processes multiply their own ones where they lie; else a single one.
struct PanelPieces {
  Extent count = 1;
  Extent round =
      1;  // elements of the inner dimension after which, block-cyclic, the same owners follow again
  bool of_both = false;  // processes multiply their own pieces of A and of B where they lie

  // Whether panels of B keep what comes from each owner by itself: it then arrives in one piece, but owners' parts are
  // multiplied one by one. Among three or fewer pieces that some process multiplies one by one anyway.
  bool kept_by_owner() const { return of_both && count <= 3; }
};

// For an inner dimension k. Of several pieces a panel may be so many times as wide, up to four times; from three on the
// first is narrower, because nothing can be multiplied before it has come. largest_bytes: of the process with most
// rows and columns of C, for each k. Equal panels rather than a thin last one, but whole rounds where these are little
// wider: all owners then have equal parts of them. Narrower than wished, and then fewer at a time, where memory does
// not permit.
PanelStreamShape panel_stream_shape(const PanelStreamLimits& limits, Extent k, const PanelPieces& pieces,
                                    Extent largest_bytes);

}  // namespace het
