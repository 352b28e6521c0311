#include "src/tools/picture/drawing.hpp"

#include <cairo-svg.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "src/base/error.hpp"
#include "src/base/text/user_file.hpp"
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

void require_made(cairo_status_t status, const std::string& path) {
  require(status == CAIRO_STATUS_SUCCESS, "picture '{}' cannot be drawn: {}", path,
          cairo_status_to_string(status));
}

// Cairo keeps no reason of the system's: the file is written here.
class PictureFile {
 public:
  explicit PictureFile(const std::string& path) : path_(path), file_(path, UserFile::For::writing) {
    require_written(file_.why());
  }

  // Called by Cairo, whose C frames no exception may pass.
  static cairo_status_t write(void* closure, const unsigned char* data, unsigned length) {
    auto& self = *static_cast<PictureFile*>(closure);
    constexpr std::size_t at_a_time = 1 << 20;
    try {
      self.text_.append(reinterpret_cast<const char*>(data), length);
      return self.text_.size() < at_a_time || self.flushed() ? CAIRO_STATUS_SUCCESS
                                                             : CAIRO_STATUS_WRITE_ERROR;
    } catch (...) {
      return CAIRO_STATUS_NO_MEMORY;
    }
  }
  void close(cairo_status_t status) {
    if (why_.empty() && flushed()) why_ = file_.close();
    require_written(why_);
    require_made(status, path_);
  }

 private:
  bool flushed() {
    why_ = file_.write(text_);
    text_.clear();
    return why_.empty();
  }
  void require_written(const std::string& why) const { require(why.empty(), "picture '{}' {}", path_, why); }
  std::string path_;
  UserFile file_;
  std::string text_, why_;  // what is still to be written; why it cannot be
};

}  // namespace

void write_svg(const std::string& path, const DrawingMaker& make) {
  const Drawing drawing = laid_out(make);
  PictureFile file(path);
  const Surface surface(
      cairo_svg_surface_create_for_stream(PictureFile::write, &file, drawing.width, drawing.height));
  require_made(cairo_surface_status(surface.get()), path);
  paint_on(surface.get(), drawing);
  cairo_surface_finish(surface.get());
  file.close(cairo_surface_status(surface.get()));
}

void write_png(const std::string& path, const DrawingMaker& make) {
  const Drawing drawing = laid_out(make);
  const double scale = scale_of(drawing);
  const double width = std::ceil(drawing.width * scale), height = std::ceil(drawing.height * scale);
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
  require_made(cairo_surface_status(surface.get()), path);
  cairo_surface_set_device_scale(surface.get(), scale, scale);
  // The page ends within the last row and column of pixels.
  Canvas(surface.get()).fill({0, 0, width / scale, height / scale}, white);
  paint_on(surface.get(), drawing);
  PictureFile file(path);
  file.close(cairo_surface_write_to_png_stream(surface.get(), PictureFile::write, &file));
}

}  // namespace het
