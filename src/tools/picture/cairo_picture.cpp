#include "src/tools/picture/cairo_picture.hpp"

#include <memory>

#include "src/tools/picture/drawing.hpp"
#include "src/tools/picture/page/page.hpp"

namespace het {
namespace {

DrawingMaker drawing_of(const BlockPicture& picture) {
  return [&picture](Canvas& metrics) {
    const PageLayout layout = layout_of(metrics, picture);
    return Drawing{layout.width, layout.height, [&picture](Canvas& canvas) { paint_page(canvas, picture); }};
  };
}

PageLayout measured(const BlockPicture& picture) {
  cairo_surface_t* scratch = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> owner(scratch, cairo_surface_destroy);
  Canvas canvas(scratch);
  return layout_of(canvas, picture);
}

}  // namespace

Box box_of_block(const BlockPicture& picture, Extent bi, Extent bj) {
  const Box m = measured(picture).matrix;
  const double width = m.width / static_cast<double>(picture.col_owners.size());
  const double height = m.height / static_cast<double>(picture.row_owners.size());
  return {m.x + width * static_cast<double>(bj), m.y + height * static_cast<double>(bi), width, height};
}

void write_svg(const std::string& path, const BlockPicture& picture) { write_svg(path, drawing_of(picture)); }

void write_png(const std::string& path, const BlockPicture& picture) { write_png(path, drawing_of(picture)); }

}  // namespace het
