#pragma once
#include "src/tools/picture/block_picture.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "src/tools/terminal/marks.hpp"

namespace het {

// Adds a map of the blocks below what is in the sheet: the mark of the owner at each block, square where two
// characters for a block have room, with the grid rows and columns along the edges. Of more blocks than
// places, each place shows one (see sampled).
void add_block_map(CharGrid& sheet, const BlockPicture& picture, const Marks& marks);

}  // namespace het
