#include "src/tools/terminal/block_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace het {
namespace {

constexpr int gutter = 6;
constexpr std::size_t most_columns = 72, most_square_columns = 36, most_rows = 30, most_single_rows = 8;

// "c0" above the first block of each run of grid column 0 where all runs have room; else "0" where one has.
void name_columns(CharGrid& sheet, int row, const std::vector<int>& owners, int width) {
  const std::vector<OwnerRun> runs = runs_of(owners);
  const auto room_for = [&](const OwnerRun& run, const std::string& name) {
    return static_cast<Extent>(name.size()) < run.length() * width;
  };
  const bool long_names = std::all_of(runs.begin(), runs.end(), [&](const OwnerRun& run) {
    return room_for(run, fmt::format("c{}", run.owner));
  });
  if (!long_names) sheet.put(row, 2, "c");
  for (const OwnerRun& run : runs) {
    const std::string name = fmt::format("{}{}", long_names ? "c" : "", run.owner);
    if (room_for(run, name)) sheet.put(row, gutter + static_cast<int>(run.first) * width, name);
  }
}

void name_rows(CharGrid& sheet, int row, const std::vector<int>& owners) {
  for (const OwnerRun& run : runs_of(owners))
    sheet.put(row + static_cast<int>(run.first), 2, fmt::format("r{}", run.owner));
}

}  // namespace

void add_block_map(CharGrid& sheet, const BlockPicture& picture, const Marks& marks) {
  const std::vector<int> rows =
      sampled(picture.row_owners, picture.row_weight.size() == 1 ? most_single_rows : most_rows);
  // A character is twice as high as it is wide.
  const std::size_t square = 2 * rows.size() * picture.col_owners.size() / picture.row_owners.size();
  const std::vector<int> cols =
      sampled(picture.col_owners, std::clamp(square, most_square_columns, most_columns));
  const int width = cols.size() <= most_square_columns ? 2 : 1;
  const int first = sheet.rows();
  name_columns(sheet, first, cols, width);
  name_rows(sheet, first + 1, rows);
  for (std::size_t bi = 0; bi < rows.size(); ++bi)
    for (std::size_t bj = 0; bj < cols.size(); ++bj)
      sheet.put(first + 1 + static_cast<int>(bi), gutter + static_cast<int>(bj) * width,
                marks.of(rows[bi], cols[bj]) + (width == 2 ? " " : ""), marks.style(rows[bi], cols[bj]));
  if (rows.size() < picture.row_owners.size() || cols.size() < picture.col_owners.size())
    sheet.put(sheet.rows(), gutter, sampling_text(picture, rows.size(), cols.size(), "x"));
}

}  // namespace het
