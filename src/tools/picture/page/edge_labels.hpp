#pragma once
// Which of the runs along an edge of a picture have a label.
#include <cstddef>
#include <vector>

namespace het {

// A run of one owner along an edge: where it lies, in units of the picture.
struct Span {
  std::size_t owner;
  double start, length;
  double middle() const { return start + length / 2; }
};

struct EdgeLabels {
  std::size_t wording;             // of all of them: its place in the list of lengths
  std::vector<std::size_t> spans;  // those that have a label, from the edge's start on
  bool within;                     // does each label lie within its own span?
};

// Does every owner have one span only?
bool each_once(const std::vector<Span>& spans);

// Labels stand at the middle of their spans. `lengths` are those of a label, of which there are several wordings, the
// richest first; one for all spans, so that all labels of an edge are alike. No two labels overlap, and a reader can
// tell why a span has none:
// - Every span has a label if there is a wording in which all go.
// - Else, of owners with one span each, those have a label that are as long as it, and every k-th span; k is the
//   smallest that goes.
// - Else owners take turns. Where all but a tenth of the edge has room and the rest is much too thin, what has room has
//   a label. Otherwise every k-th span has, whatever its length; k is the smallest that goes, or, up to three times
//   that, the smallest that leaves nobody unnamed who is met often: not every second of two that alternate.
// Each time in the richest wording that goes. O(spans * wordings * k), of turns O(spans^2 * wordings).
EdgeLabels edge_labels(const std::vector<Span>& spans, const std::vector<double>& lengths);

}  // namespace het
