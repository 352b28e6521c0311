#include "src/tools/picture/cairo_picture.hpp"

#include <cairo-svg.h>

#include <cmath>
#include <memory>

#include "src/base/error.hpp"
#include "src/tools/picture/page.hpp"

namespace het {
namespace {

struct SurfaceDelete {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDelete>;

Layout measured(const BlockPicture& picture) {
  const Surface scratch(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  Canvas canvas(scratch.get());
  return layout_of(canvas, picture);
}

void paint_on(cairo_surface_t* surface, const BlockPicture& picture) {
  Canvas canvas(surface);
  paint_page(canvas, picture);
}

void require_written(cairo_status_t status, const std::string& path) {
  require(status == CAIRO_STATUS_SUCCESS, "picture '{}' cannot be written: {}", path,
          cairo_status_to_string(status));
}

}  // namespace

Box box_of_block(const BlockPicture& picture, Extent bi, Extent bj) {
  const Box m = measured(picture).matrix;
  const double width = m.width / static_cast<double>(picture.col_owners.size());
  const double height = m.height / static_cast<double>(picture.row_owners.size());
  return {m.x + width * static_cast<double>(bj), m.y + height * static_cast<double>(bi), width, height};
}

void write_svg(const std::string& path, const BlockPicture& picture) {
  const Layout layout = measured(picture);
  const Surface surface(cairo_svg_surface_create(path.c_str(), layout.width, layout.height));
  require_written(cairo_surface_status(surface.get()), path);
  paint_on(surface.get(), picture);
  cairo_surface_finish(surface.get());
  require_written(cairo_surface_status(surface.get()), path);
}

void write_png(const std::string& path, const BlockPicture& picture) {
  const Layout layout = measured(picture);
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(std::ceil(layout.width * png_scale)),
                                                   static_cast<int>(std::ceil(layout.height * png_scale))));
  require_written(cairo_surface_status(surface.get()), path);
  cairo_surface_set_device_scale(surface.get(), png_scale, png_scale);
  paint_on(surface.get(), picture);
  require_written(cairo_surface_write_to_png(surface.get(), path.c_str()), path);
}

}  // namespace het
