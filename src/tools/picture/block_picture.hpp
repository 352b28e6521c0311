#pragma once
// What is drawn: which process owns which block of a matrix.
#include <string>
#include <vector>

#include "blacs_het/plan/arrangement.hpp"
#include "src/base/index.hpp"

namespace het {

// A rate of W's kind, drawn as a bar.
struct Rate {
  std::string name;
  double value = 0;
};

// A distribution as a picture sees it: block (bi, bj) belongs to process (row_owners[bi], col_owners[bj]).
// Made from a plan by picture_of, or by hand from anything that knows these values, such as a line of a
// report.
struct BlockPicture {
  std::string title;
  std::string subtitle;
  std::string caption;  // below the matrix
  Arrangement arrangement;
  std::vector<std::string> names;  // of the processors, row-major, or none
  std::vector<double> row_weight;  // r_i
  std::vector<double> col_weight;  // c_j
  std::vector<int> row_owners;     // of each block row of the matrix
  std::vector<int> col_owners;     // of each block column
  std::vector<Rate> rates;         // the first is the one to compare with: the bound
};

// How many of the blocks belong to each of `count` owners.
std::vector<Extent> blocks_of(const std::vector<int>& owners, std::size_t count);

// Busy share of each process, row-major: rows_i t_ij cols_j relative to the slowest process, 0 to 1.
std::vector<double> busy_shares(const Arrangement& arrangement, const std::vector<Extent>& rows,
                                const std::vector<Extent>& cols);

// Blocks first, first+1, ..., last-1 with one owner.
struct OwnerRun {
  int owner;
  Extent first, last;
  Extent length() const { return last - first; }
};
std::vector<OwnerRun> runs_of(const std::vector<int>& owners);

// At most `most` places for the owners of many blocks, for pictures with fewer places than blocks. Each
// place shows an owner of one of the blocks it stands for, the one that is furthest behind its share of the
// places so far: shares stay true, and a periodic pattern does not beat against the places. O(owners.size()
// + places * different owners in a place).
std::vector<int> sampled(const std::vector<int>& owners, std::size_t most);

// "each place stands for 2500 x 1.5 blocks" of a map that has so many places for the picture's rows and columns.
std::string sampling_text(const BlockPicture& picture, std::size_t row_places, std::size_t col_places,
                          const std::string& times);

// Four significant digits, no exponent where it can be helped: 1, 0.3333, 6.3.
std::string short_number(double value);
// "100 %", "99.6 %", "<0.1 %": never 100 % for less, never 0 % for more.
std::string percent(double share);
// "18 rows", "1 column", "4 processes": with an s where no plural is given.
std::string counted(Extent count, const std::string& what, const std::string& plural = "");

}  // namespace het
