#include "src/tools/picture/drawing.hpp"

#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "src/base/error.hpp"
#include "src/tools/picture/canvas.hpp"

namespace het {
namespace {

struct SurfaceDelete {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDelete>;

Drawing laid_out(const DrawingMaker& make) {
  const Surface scratch(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  Canvas canvas(scratch.get());
  return make(canvas);
}

void paint_on(cairo_surface_t* surface, const Drawing& drawing) {
  Canvas canvas(surface);
  drawing.paint(canvas);
}

// Fewer pixels for each unit where the page is large: Cairo takes no image of more than 32767 pixels in one direction,
// and a picture of more than 2^27 pixels (512 MB) is of no use.
double scale_of(const Drawing& drawing) {
  constexpr double most_in_a_row = 32767 - 1, most = 1 << 27;
  return std::min({png_scale, most_in_a_row / drawing.width, most_in_a_row / drawing.height,
                   std::sqrt(most / (drawing.width * drawing.height))});
}

void require_written(cairo_status_t status, const std::string& path) {
  require(status == CAIRO_STATUS_SUCCESS, "picture '{}' cannot be written: {}", path,
          cairo_status_to_string(status));
}

}  // namespace

void write_svg(const std::string& path, const DrawingMaker& make) {
  const Drawing drawing = laid_out(make);
  const Surface surface(cairo_svg_surface_create(path.c_str(), drawing.width, drawing.height));
  require_written(cairo_surface_status(surface.get()), path);
  paint_on(surface.get(), drawing);
  cairo_surface_finish(surface.get());
  require_written(cairo_surface_status(surface.get()), path);
}

void write_png(const std::string& path, const DrawingMaker& make) {
  const Drawing drawing = laid_out(make);
  const double scale = scale_of(drawing);
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(std::ceil(drawing.width * scale)),
                                                   static_cast<int>(std::ceil(drawing.height * scale))));
  require_written(cairo_surface_status(surface.get()), path);
  cairo_surface_set_device_scale(surface.get(), scale, scale);
  paint_on(surface.get(), drawing);
  require_written(cairo_surface_write_to_png(surface.get(), path.c_str()), path);
}

}  // namespace het
