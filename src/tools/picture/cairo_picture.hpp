#pragma once
// One drawing, two kinds of file.
#include <string>

#include "src/tools/picture/block_picture.hpp"

namespace het {

// Draws the matrix with each block in the colour of its process's speed, r_i and c_j along its edges, the
// process grid with coordinates, cycle-times and shares beside it, and the scale of colours. Throws Error
// when the file cannot be written.
void write_svg(const std::string& path, const BlockPicture& picture);
void write_png(const std::string& path, const BlockPicture& picture);

// Where block (bi, bj) lies in the picture, in units of the SVG (a PNG has png_scale pixels for each).
inline constexpr double png_scale = 2;
struct Box {
  double x, y, width, height;
};
Box box_of_block(const BlockPicture& picture, Extent bi, Extent bj);

}  // namespace het
