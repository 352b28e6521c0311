#include "src/redistribute/part_type.hpp"

#include <algorithm>

namespace het {

std::vector<Run> clip(const std::vector<Run>& runs, Extent begin, Extent end) {
  std::vector<Run> clipped;
  Extent at = 0;
  for (const Run& run : runs) {
    const Extent from = std::max(begin - at, Extent{0}), to = std::min(end - at, run.length);
    if (from < to) clipped.push_back({run.source + from, run.target + from, to - from});
    at += run.length;
    if (at >= end) break;
  }
  return clipped;
}

// One column: the row runs, relative to the first of them.
const Datatype& PartTypes::column(const std::vector<Run>& rows, const RunBox& box) {
  const bool same = column_.get() != MPI_DATATYPE_NULL && last_.rows == box.rows &&
                    last_.row_begin == box.row_begin && last_.row_end == box.row_end;
  if (same) return column_;
  std::vector<int> bytes;
  std::vector<MPI_Aint> at;
  for (const Run& run : rows) {
    bytes.push_back(message_bytes(run.length * element_bytes_));
    at.push_back((run.*side_ - rows.front().*side_) * element_bytes_);
  }
  last_ = box;
  return column_ = Datatype::pieces(bytes, at);
}

PartTypes::Part PartTypes::describe(const RunBox& box, Extent lld) {
  const auto rows = clip(*box.rows, box.row_begin, box.row_end);
  const auto cols = clip(*box.cols, box.col_begin, box.col_end);
  const Extent offset = (rows.front().*side_).value() + (cols.front().*side_).value() * lld;
  const bool one_column = cols.size() == 1 && cols.front().length == 1;
  if (rows.size() == 1 && cols.size() == 1 && (one_column || rows.front().length == lld))
    return {offset, message_bytes(box.elements() * element_bytes_), MPI_BYTE};

  const Datatype& column_type = column(rows, box);
  if (cols.size() == 1) {
    part_ = Datatype::strided(cols.front().length, lld * element_bytes_, column_type);
  } else {
    std::vector<MPI_Aint> at;
    for (const Run& run : cols)
      for (Extent y = 0; y < run.length; ++y)
        at.push_back((run.*side_ + y - cols.front().*side_) * lld * element_bytes_);
    part_ = Datatype::copies(at, column_type);
  }
  part_.commit();
  return {offset, 1, part_.get()};
}

}  // namespace het
