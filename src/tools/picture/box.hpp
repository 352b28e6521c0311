#pragma once

namespace het {

// A part of a page, in units of the SVG.
struct Box {
  double x, y, width, height;
};

}  // namespace het
