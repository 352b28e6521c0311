#include "src/model/move/moved_matrix.hpp"

#include <algorithm>
#include <utility>

#include "src/model/move/strip_messages.hpp"

namespace het {
namespace {

// What coordinate c has of the elements [begin(s), end(s)) of an axis, in parts of all that it has, strip by strip.
template <class Begin, class End>
std::vector<double> strip_parts(const AxisMap& axis, const ColumnStrips& strips, Begin begin, End end) {
  std::vector<double> parts;
  for (int c = 0; c < axis.processes(); ++c) {
    const ProcessCoord coord(c);
    const auto all = static_cast<double>(std::max<Extent>(axis.local_size(coord), 1));
    for (Extent s = 0; s < strips.count(); ++s)
      parts.push_back(
          static_cast<double>(axis.local_size(coord, GlobalIndex(begin(s)), GlobalIndex(end(s)))) / all);
  }
  return parts;
}

// The part of a rank's elements that lies in a strip.
class Strips {
 public:
  Strips(const Placed& matrix, const ColumnStrips& strips, bool triangle)
      : placement_(matrix.placement),
        count_(static_cast<std::size_t>(strips.count())),
        rows_(strip_parts(
            matrix.distribution.rows, strips, [&](Extent s) { return triangle ? strips.begin(s) : 0; },
            [&](Extent) { return matrix.distribution.rows.extent(); })),
        cols_(strip_parts(
            matrix.distribution.cols, strips, [&](Extent s) { return strips.begin(s); },
            [&](Extent s) { return strips.end(s); })) {}

  double part(std::size_t rank, std::size_t s) const {
    const auto at = placement_[static_cast<int>(rank)];
    return at.on_grid() ? rows_[index(at.row, s)] * cols_[index(at.col, s)] : 0;
  }
  // Of all of them.
  double all(std::size_t rank) const {
    double sum = 0;
    for (std::size_t s = 0; s < count_; ++s) sum += part(rank, s);
    return sum;
  }

 private:
  std::size_t index(int coord, std::size_t s) const { return static_cast<std::size_t>(coord) * count_ + s; }

  const Placement& placement_;
  const std::size_t count_;
  const std::vector<double> rows_, cols_;
};

// Elements of a coordinate of an axis, strip by strip: in the strip, as far as it is before `size`, and from its begin on.
class StripSizes {
 public:
  StripSizes(const AxisMap& axis, const ColumnStrips& strips, Extent size) : count_(strips.count()) {
    const GlobalIndex all(axis.extent());
    for (int c = 0; c < axis.processes(); ++c)
      for (Extent s = 0; s < count_; ++s) {
        const GlobalIndex begin(std::min(strips.begin(s), axis.extent())),
            end(std::clamp(strips.end(s), begin.value(), std::max(size, begin.value())));
        within_.push_back(static_cast<double>(axis.local_size(ProcessCoord(c), begin, end)));
        from_.push_back(static_cast<double>(axis.local_size(ProcessCoord(c), begin, all)));
      }
  }
  double within(int coord, Extent s) const { return within_[index(coord, s)]; }
  double from(int coord, Extent s) const { return from_[index(coord, s)]; }

 private:
  std::size_t index(int coord, Extent s) const { return static_cast<std::size_t>(coord * count_ + s); }

  Extent count_;
  std::vector<double> within_, from_;
};

// Elements of a rank that go back together: a strip from its diagonal block down, and its rows right of that.
class FinalParts {
 public:
  FinalParts(const Placed& matrix, const ColumnStrips& strips, Extent factored, bool triangle)
      : matrix_(matrix),
        triangle_(triangle),
        rows_(matrix.distribution.rows, strips, factored),
        cols_(matrix.distribution.cols, strips, matrix.distribution.cols.extent()) {}

  double of(std::size_t rank, Extent s) const {
    const auto at = matrix_.placement[static_cast<int>(rank)];
    if (!at.on_grid()) return 0;
    const double right = triangle_ ? 0 : cols_.from(at.col, s) - cols_.within(at.col, s);
    return rows_.from(at.row, s) * cols_.within(at.col, s) + rows_.within(at.row, s) * right;
  }

 private:
  const Placed matrix_;
  const bool triangle_;
  const StripSizes rows_, cols_;
};

double elements_of(const Placed& matrix, std::size_t rank) {
  const auto at = matrix.placement[static_cast<int>(rank)];
  if (!at.on_grid()) return 0;
  const auto& [rows, cols] = matrix.distribution;
  return static_cast<double>(rows.local_size(ProcessCoord(at.row)) * cols.local_size(ProcessCoord(at.col)));
}

// By rank: seconds that its link carries some strips.
using Links = std::vector<LinkSeconds>;

double longest(const Links& links) {
  double most = 0;
  for (const auto& link : links) most = std::max(most, link.longer());
  return most;
}

// One round of strips after the other.
class Rounds {
 public:
  Rounds(const Links& whole, double stretched, const Strips& before, const Strips& after)
      : whole_(whole), longer_(stretched), before_(before), after_(after), carried_(whole.size()) {}

  // The strips [first, last): when each of them is there.
  void carry(std::size_t first, std::size_t last, std::vector<double>& here) {
    Links round(whole_.size());
    for (std::size_t r = 0; r < round.size(); ++r) {
      for (std::size_t s = first; s < last; ++s) round[r] += of_strip(r, s);
      carried_[r] += round[r];
    }
    double latest = over_;
    for (std::size_t s = first; s < last; ++s) {
      for (std::size_t r = 0; r < round.size(); ++r)
        if (of_strip(r, s).longer() > 0) latest = std::max(latest, over_ + round[r].longer() * longer_);
      here.push_back(latest);
    }
    over_ = latest;
  }
  // By all rounds so far.
  const Links& carried() const { return carried_; }

 private:
  LinkSeconds of_strip(std::size_t r, std::size_t s) const {
    return {whole_[r].sent * before_.part(r, s), whole_[r].received * after_.part(r, s)};
  }

  const Links& whole_;
  const double longer_;
  const Strips &before_, &after_;
  Links carried_;
  double over_ = 0;
};

}  // namespace

MovedMatrix::MovedMatrix(const Platform& platform, const CallShape& shape, const Placed& caller,
                         const Placed& matrix)
    : in_strips_(shape.n), moves_(true) {
  const bool triangle = shape.kind == RoutineKind::cholesky;
  const Strips before(caller, in_strips_, triangle), after(matrix, in_strips_, triangle);
  const MoveCosts whole = move_costs(platform, shape.element_bytes, caller, matrix);
  const double of_link = longest(whole.of_rank), stretched = of_link > 0 ? whole.seconds / of_link : 0;
  const auto count = static_cast<std::size_t>(in_strips_.count()),
             under_way = static_cast<std::size_t>(in_strips_.under_way(matrix.distribution.cols));
  Rounds rounds(whole.of_rank, stretched, before, after);
  here_.clear();
  for (std::size_t first = 0; first < count; first += under_way)
    rounds.carry(first, std::min(first + under_way, count), here_);
  // What is sent lies as before, what comes or stays as it is to lie.
  double longest_copies = 0;
  std::vector<OnGrid> by_rank;
  const auto messages = strip_messages(in_strips_, caller, matrix);
  for (std::size_t r = 0; r < messages.size(); ++r) {
    const double copies = whole.copies[r].sent * before.all(r) + whole.copies[r].received * after.all(r),
                 own = copies + (messages[r].sent + messages[r].received) * whole.of_message[r];
    longest_copies = std::max(longest_copies, copies);
    by_rank.push_back(
        {.own_in = own,
         .own_back = own,
         .together = messages[r].received * static_cast<double>(under_way) / static_cast<double>(count)});
  }
  if (of_link == 0) {  // no bytes, but messages, and copies
    here_.assign(count, whole.without_copies + longest_copies);
    without_copies_ = whole.without_copies;
  } else {
    without_copies_ = all_here() * whole.without_copies / whole.seconds;
  }
  put_on_grid(matrix, whole, rounds.carried(), std::move(by_rank));
  put_back(caller, matrix, triangle, platform.shared_medium, whole);
}

// whole, carried: by rank, of a move of the whole matrix, and of all strips; by_rank: without these.
void MovedMatrix::put_on_grid(const Placed& matrix, const MoveCosts& whole, const Links& carried,
                              std::vector<OnGrid> by_rank) {
  const auto part = [](double of_strips, double of_all) { return of_all > 0 ? of_strips / of_all : 0; };
  const AxisMap &rows = matrix.distribution.rows, &cols = matrix.distribution.cols;
  links_.resize(static_cast<std::size_t>(rows.processes() * cols.processes()));
  for (std::size_t r = 0; r < carried.size(); ++r) {
    const LinkSeconds &link = whole.of_rank[r], &own = whole.own[r];
    const auto at = matrix.placement[static_cast<int>(r)];
    if (!at.on_grid()) continue;
    OnGrid& mine = by_rank[r];
    mine.sent = carried[r].sent, mine.received = carried[r].received;
    mine.own_in += own.received * part(carried[r].received, link.received);
    mine.own_back += own.sent * part(carried[r].sent, link.sent);
    links_[static_cast<std::size_t>(at.row * cols.processes() + at.col)] = mine;
  }
}

// What a rank received leaves it, and what it sent comes: as much for each of its elements. A wire carries what all ranks
// receive.
void MovedMatrix::put_back(const Placed& caller, const Placed& matrix, bool triangle, bool one_wire,
                           const MoveCosts& whole) {
  const Extent factored = std::min(matrix.distribution.rows.extent(), matrix.distribution.cols.extent());
  const FinalParts ours(matrix, in_strips_, factored, triangle),
      theirs(caller, in_strips_, factored, triangle);
  const int q = matrix.distribution.q();
  const auto per_element = [](double seconds, double elements) {
    return elements > 0 ? seconds / elements : 0;
  };
  const double all =
      static_cast<double>(matrix.distribution.rows.extent() * matrix.distribution.cols.extent());
  for (Extent s = 0; s < in_strips_.count(); ++s)
    strips_back_.push_back({std::min(in_strips_.end(s), factored), std::vector<double>(links_.size()),
                            std::vector<double>(links_.size())});
  for (std::size_t r = 0; r < whole.of_rank.size(); ++r) {
    const auto at = matrix.placement[static_cast<int>(r)];
    if (!at.on_grid()) continue;
    const std::size_t k = static_cast<std::size_t>(at.row * q + at.col);
    const double leaves = per_element(whole.of_rank[r].received, one_wire ? all : elements_of(matrix, r)),
                 comes = per_element(whole.of_rank[r].sent, elements_of(caller, r));
    for (Extent s = 0; s < in_strips_.count(); ++s) {
      StripBack& strip = strips_back_[static_cast<std::size_t>(s)];
      strip.sent[k] = leaves * ours.of(r, s);
      strip.received[k] = comes * theirs.of(r, s);
      strip.all += strip.sent[k];
    }
  }
}

double MovedMatrix::here(Extent col) const {
  Extent s = 0;
  while (s + 1 < in_strips_.count() && in_strips_.end(s) < col) ++s;
  return here_[static_cast<std::size_t>(s)];
}

}  // namespace het
