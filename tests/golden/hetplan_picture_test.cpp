#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "src/tools/picture/cairo_picture.hpp"
#include "src/tools/picture/canvas.hpp"
#include "src/tools/picture/drawing.hpp"
#include "src/tools/picture/page/page.hpp"
#include "src/tools/picture/speed_colours.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

BlockPicture picture_for(const Arrangement& arrangement, const std::vector<Extent>& rows,
                         const std::vector<Extent>& cols, bool interleaved) {
  const GridPlan plan = plan_shares(arrangement);
  return {"title",
          "subtitle",
          "caption",
          arrangement,
          {},
          plan.shares.row_weight,
          plan.shares.col_weight,
          interleaved ? interleaved_pattern(rows) : contiguous_pattern(rows),
          interleaved ? interleaved_pattern(cols) : contiguous_pattern(cols),
          {{"bound", plan.bound}, {"plan", plan.shares.work_rate}}};
}

// Share of a block's pixels that have the colour of its owner: lines and labels take the rest.
double owner_coloured(const unsigned char* pixels, int stride, const Box& box, Colour colour) {
  int all = 0, same = 0;
  for (int y = static_cast<int>(box.y * png_scale); y < static_cast<int>((box.y + box.height) * png_scale);
       ++y)
    for (int x = static_cast<int>(box.x * png_scale); x < static_cast<int>((box.x + box.width) * png_scale);
         ++x) {
      const unsigned char* bgr = pixels + y * stride + x * 4;
      ++all;
      same += std::abs(bgr[2] - 255 * colour.red) <= 2 && std::abs(bgr[1] - 255 * colour.green) <= 2 &&
              std::abs(bgr[0] - 255 * colour.blue) <= 2;
    }
  return static_cast<double>(same) / all;
}

void expect_blocks_in_their_colours(const BlockPicture& picture) {
  const test::Folder folder;
  write_png(folder.file("a.png"), picture);
  cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
  ASSERT_EQ(cairo_surface_status(png), CAIRO_STATUS_SUCCESS);
  const SpeedColours colours(picture.arrangement.cycle_times());
  for (std::size_t bi = 0; bi < picture.row_owners.size(); ++bi)
    for (std::size_t bj = 0; bj < picture.col_owners.size(); ++bj) {
      const double t = picture.arrangement.cycle_time(picture.row_owners[bi], picture.col_owners[bj]);
      const Box box = box_of_block(picture, static_cast<Extent>(bi), static_cast<Extent>(bj));
      EXPECT_GE(owner_coloured(cairo_image_surface_get_data(png), cairo_image_surface_get_stride(png), box,
                               colours.colour(t)),
                0.5)
          << "block " << bi << ", " << bj;
    }
  cairo_surface_destroy(png);
}

TEST(Picture, EveryBlockHasTheColourOfItsOwnersSpeed) {
  expect_blocks_in_their_colours(picture_for(parse_arrangement("1,2;3,6"), {9, 3}, {8, 4}, false));
  expect_blocks_in_their_colours(picture_for(parse_arrangement("1,2;3,6"), {9, 3}, {8, 4}, true));
  expect_blocks_in_their_colours(picture_for(parse_arrangement("1,1,1;4,6.3,7.8"), {11, 3}, {2, 2, 2}, true));
}

// What a picture cannot show as it is stands below it.
TEST(Picture, SaysWhereBlocksAreSampledOrOutOfProportion) {
  const Arrangement square = parse_arrangement("1,2;3,6");
  EXPECT_EQ(drawing_note(picture_for(square, {9, 3}, {8, 4}, false)), "");
  EXPECT_EQ(drawing_note(picture_for(square, {300, 100}, {250, 150}, false)), "");
  EXPECT_EQ(drawing_note(picture_for(square, {750000, 250000}, {650000, 350000}, false)),
            "each place stands for 2500 \u00d7 2500 blocks");
  EXPECT_EQ(drawing_note(picture_for(square, {300, 101}, {250, 150}, false)),
            "each place stands for 1.002 \u00d7 1 blocks");
  EXPECT_EQ(drawing_note(picture_for(square, {60000, 40000}, {1, 1}, false)),
            "each place stands for 250 \u00d7 1 blocks; not to scale");
  EXPECT_EQ(drawing_note(picture_for(square, {2, 1}, {20, 10}, false)), "not to scale");
}

TEST(Picture, AnySizeIsDrawn) {
  const test::Folder folder;
  const Arrangement row = parse_arrangement("1,2,3,6");
  write_png(folder.file("long.png"), picture_for(row, {3000}, {5, 3, 1, 1}, true));
  write_png(folder.file("wide.png"), picture_for(row, {1}, {50000, 30000, 10000, 5000}, true));
  write_svg(folder.file("one.svg"), picture_for(parse_arrangement("2"), {1}, {1}, false));
  write_svg(folder.file("idle.svg"), picture_for(parse_arrangement("1,2;3,6"), {1, 0}, {1, 0}, false));
  for (const char* name : {"long.png", "wide.png", "one.svg", "idle.svg"})
    EXPECT_GT(std::filesystem::file_size(folder.file(name)), 1000u) << name;
  EXPECT_LT(std::filesystem::file_size(folder.file("wide.png")), 10'000'000u);
}

// Cairo takes no image of more than 32767 pixels in a direction: such a page has fewer pixels for each of its units.
TEST(Picture, APageTooLargeForAnImageIsDrawnSmaller) {
  const test::Folder folder;
  for (const auto& size : {std::pair{100.0, 40000.0}, std::pair{40000.0, 100.0}}) {
    const double width = size.first, height = size.second;
    write_png(folder.file("large.png"), [&](Canvas&) {
      return Drawing{width, height, [&](Canvas& canvas) { canvas.fill({0, 0, width, height}, {1, 0, 0}); }};
    });
    cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("large.png").c_str());
    ASSERT_EQ(cairo_surface_status(png), CAIRO_STATUS_SUCCESS);
    const int columns = cairo_image_surface_get_width(png), rows = cairo_image_surface_get_height(png);
    EXPECT_GT(std::max(columns, rows), 30000);
    EXPECT_NEAR(static_cast<double>(columns) / rows, width / height, 0.01 * width / height + 0.01);
    const unsigned char* last = cairo_image_surface_get_data(png) +
                                static_cast<std::ptrdiff_t>(rows - 2) * cairo_image_surface_get_stride(png) +
                                4 * (columns - 2);
    EXPECT_EQ(last[2], 255) << "the end of the page is not on the picture";
    cairo_surface_destroy(png);
  }
}

// A process without blocks must not have the colour of a speed: no pixel of its cell in the process grid may.
TEST(Picture, AProcessWithoutBlocksHasNoSpeedsColour) {
  const test::Folder folder;
  const auto count_pixels = [&](const std::vector<Extent>& rows) {
    write_png(folder.file("a.png"), picture_for(parse_arrangement("1,2;3,9"), rows, {2, 1}, false));
    cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
    const SpeedColours colours(std::vector<double>{1, 9});
    const double same = owner_coloured(cairo_image_surface_get_data(png), cairo_image_surface_get_stride(png),
                                       {0, 0, cairo_image_surface_get_width(png) / png_scale,
                                        cairo_image_surface_get_height(png) / png_scale},
                                       colours.colour(3));
    cairo_surface_destroy(png);
    return same;
  };
  EXPECT_GT(count_pixels({2, 1}), 0.02);
  EXPECT_LT(count_pixels({3, 0}), 0.002);  // a strip of the scale of colours is left
}

bool has_ink(cairo_surface_t* png, const Box& box) {
  for (int y = static_cast<int>(box.y * png_scale); y < (box.y + box.height) * png_scale; ++y)
    for (int x = static_cast<int>(box.x * png_scale); x < (box.x + box.width) * png_scale; ++x)
      if (cairo_image_surface_get_data(png)[y * cairo_image_surface_get_stride(png) + 4 * x] < 128)
        return true;
  return false;
}

// Rows and columns that are thinner than a label: some of them have one, all along the edge.
TEST(Picture, ThinRowsAndColumnsAreLabelledAllAlongTheEdge) {
  const test::Folder folder;
  std::vector<Extent> shares(18, 8);
  shares.resize(40, 7);
  shares.resize(63, 2);
  const std::vector<double> t(63, 1.0);
  std::vector<int> order(63);
  std::iota(order.begin(), order.end(), 0);
  for (const bool down : {true, false}) {
    const BlockPicture picture = down ? picture_for(Arrangement(63, 1, t, order), shares, {1}, false)
                                      : picture_for(Arrangement(1, 63, t, order), {1}, shares, false);
    write_png(folder.file("a.png"), picture);
    cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
    const auto blocks = static_cast<Extent>(down ? picture.row_owners.size() : picture.col_owners.size());
    const Box first = box_of_block(picture, 0, 0);
    const double unit = down ? first.height : first.width, all = unit * static_cast<double>(blocks);
    for (double at = 0; at + 30 <= all; at += 30) {
      const Box beside =
          down ? Box{first.x - 60, first.y + at, 44, 30} : Box{first.x + at, first.y - 35, 30, 24};
      EXPECT_TRUE(has_ink(png, beside)) << (down ? "rows at " : "columns at ") << at;
    }
    cairo_surface_destroy(png);
  }
}

// No lines between rows and columns where these would be as wide as the blocks.
TEST(Picture, ManyBlocksKeepTheirColours) {
  const test::Folder folder;
  const BlockPicture picture = picture_for(parse_arrangement("1,2;3,6"), {225, 75}, {200, 100}, true);
  write_png(folder.file("a.png"), picture);
  cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
  const Box block = box_of_block(picture, 0, 0);
  const double fastest =
      owner_coloured(cairo_image_surface_get_data(png), cairo_image_surface_get_stride(png),
                     {block.x, block.y, 300 * block.width, 300 * block.height}, SpeedColours::at(0));
  EXPECT_NEAR(fastest, 0.75 * 2 / 3, 0.02);
  cairo_surface_destroy(png);
}

// A row of few blocks among long ones: no line hides it.
TEST(Picture, ThinRowsKeepTheirColours) {
  const test::Folder folder;
  const BlockPicture picture = picture_for(parse_arrangement("1;60"), {243, 5}, {1}, false);
  write_png(folder.file("a.png"), picture);
  cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
  const Box first = box_of_block(picture, 243, 0), last = box_of_block(picture, 247, 0);
  EXPECT_GT(
      owner_coloured(cairo_image_surface_get_data(png), cairo_image_surface_get_stride(png),
                     {first.x, first.y, first.width, last.y + last.height - first.y}, SpeedColours::at(1)),
      0.5);
  cairo_surface_destroy(png);
}

TEST(Picture, NamesOfAnyLengthAreDrawn) {
  const test::Folder folder;
  BlockPicture picture = picture_for(parse_arrangement("1,2;3,6"), {3, 1}, {2, 1}, false);
  picture.names = {"a", std::string(300, 'n'), "Rechner-ä", "node-with-a-rather-long-name-0017"};
  write_svg(folder.file("names.svg"), picture);
  write_png(folder.file("names.png"), picture);
  EXPECT_GT(std::filesystem::file_size(folder.file("names.svg")), 1000u);
}

// Shortened names still tell hosts apart, by their ends; what has no room then is not written.
TEST(Picture, NamesKeepTheirEnds) {
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
  {
    Canvas canvas(surface);
    EXPECT_EQ(fitted(canvas, "compute-node-17", 8, 500), "compute-node-17");
    EXPECT_EQ(fitted(canvas, "compute-node-17", 8, 5), "com~e-17");
    EXPECT_EQ(lines_that_fit(canvas, {0, 0, 20, 100}, {"com~e-17"}, 8), 0u);
    EXPECT_EQ(lines_that_fit(canvas, {0, 0, 100, 25}, {"com~e-17", "t = 2", "100 %"}, 8), 2u);
  }
  cairo_surface_destroy(surface);
}

TEST(SpeedColours, FastIsDarkAndSlowIsLight) {
  const std::vector<double> t{1, 2, 4, 100};
  const SpeedColours colours(t);
  for (std::size_t k = 1; k < t.size(); ++k)
    EXPECT_LT(colours.colour(t[k - 1]).luminance(), colours.colour(t[k]).luminance());
  EXPECT_EQ(colours.place(1), 0);
  EXPECT_EQ(colours.place(100), 1);
  EXPECT_DOUBLE_EQ(colours.place(10), 0.5);
}

TEST(Picture, EndsInWhiteWhereThePageIsNoWholeNumberOfPixelsHigh) {
  const test::Folder folder;
  ASSERT_EQ(
      test::hetplan("grid --cycle-times 1,2,3,6 --grid 2x2 --blocks 1000x10 --png " + folder.file("a.png"))
          .exit_code,
      0);
  cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
  const int width = cairo_image_surface_get_width(png), height = cairo_image_surface_get_height(png);
  const unsigned char* row =
      cairo_image_surface_get_data(png) + (height - 1) * cairo_image_surface_get_stride(png);
  for (int x = 0; x < width; ++x) ASSERT_EQ(row[4 * x], 255) << x;
  cairo_surface_destroy(png);
}

}  // namespace
}  // namespace het
