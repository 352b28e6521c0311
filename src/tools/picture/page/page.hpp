#pragma once
// The page that a picture is drawn on: where its parts lie, and what the parts have in common.
#include <string>
#include <vector>

#include "src/tools/picture/block_picture.hpp"
#include "src/tools/picture/canvas.hpp"
#include "src/tools/picture/page/edge_labels.hpp"

namespace het {

struct PageLayout {
  Box matrix;     // the blocks, without their edges
  Box processes;  // the small process grid, without its edges
  Box scale;      // of the colours
  Box rates;      // the bars
  double width, height;
};

// Left of matrix and process grid, above them.
inline constexpr double row_gutter = 92, col_gutter = 46;

// Blocks along one side of the matrix that are drawn one by one; of more, which could not be told apart, some are.
inline constexpr std::size_t most_drawn_blocks = 400;
// What the drawn matrix does not show as it is: places that stand for several blocks, sides out of proportion; or empty.
std::string drawing_note(const BlockPicture& picture);

PageLayout layout_of(Canvas& canvas, const BlockPicture& picture);

struct Page {
  Canvas& canvas;
  const BlockPicture& picture;
  SpeedColours colours;
  PageLayout layout;

  Colour colour(std::size_t i, std::size_t j) const { return colours.colour(cycle_time(i, j)); }
  // Place in a row-major list of processes.
  std::size_t place(std::size_t i, std::size_t j) const {
    return picture.arrangement.place(static_cast<int>(i), static_cast<int>(j));
  }
  double cycle_time(std::size_t i, std::size_t j) const {
    return picture.arrangement.cycle_time(static_cast<int>(i), static_cast<int>(j));
  }
  // Name of the processor at (i, j), as much of it as fits; without names its coordinates.
  std::string who(std::size_t i, std::size_t j, double size, double width) const;
  // "t = 2.5"
  std::string time(std::size_t i, std::size_t j) const;
};

// The name, shortened until it fits, but not to less than tells it from others.
std::string fitted(Canvas& canvas, const std::string& name, double size, double width);

using Lines = std::vector<std::string>;
// How many of the lines, from the first on, fit in a box.
std::size_t lines_that_fit(Canvas& canvas, const Box& box, const Lines& lines, double size);
// As many lines as fit, centred in a box; false when not even the first does.
bool put_centred(Canvas& canvas, const Box& box, const Lines& lines, double size, Colour colour);

// Rows or columns, of the matrix or of the small process grid, whose labels stand at the left or above.
struct LabelledSide {
  bool rows;
  std::vector<Span> spans;
  double end;   // of the labels, on the side of what they are for
  bool values;  // are shares written even where names alone have room, as far as they go?
};
// Names of the owners; where each is met once with their shares and numbers of blocks, as far as there is room.
void paint_labels(const Page& page, const LabelledSide& edge);

// All of it, and its parts.
void paint_page(Canvas& canvas, const BlockPicture& picture);
void paint_matrix(const Page& page);
void paint_processes(const Page& page);
void paint_scale(const Page& page);
void paint_rates(const Page& page);

}  // namespace het
