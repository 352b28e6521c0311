#pragma once
#include <string>

#include "src/tools/picture/block_picture.hpp"
#include "src/tools/picture/box.hpp"

namespace het {

// Draws the matrix with each block in the colour of its process's speed, r_i and c_j along its edges, the
// process grid with coordinates, cycle-times and shares beside it, and the scale of colours. Throws Error
// when the file cannot be written.
void write_svg(const std::string& path, const BlockPicture& picture);
void write_png(const std::string& path, const BlockPicture& picture);

// Where block (bi, bj) lies in the picture.
Box box_of_block(const BlockPicture& picture, Extent bi, Extent bj);

}  // namespace het
