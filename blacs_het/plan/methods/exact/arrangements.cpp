#include "blacs_het/plan/methods/exact/arrangements.hpp"

#include "src/base/error.hpp"

namespace het {
Filling::Filling(std::span<const double> t, int p, int q)
    : t_(t), p_(p), q_(q), length_(static_cast<std::size_t>(p)), place_(t.size()), group_end_(t.size()) {
  require(t.size() == static_cast<std::size_t>(p) * static_cast<std::size_t>(q),
          "{} processors are given for the places of a {} x {} grid", t.size(), p, q);
  for (std::size_t k = t.size(); k-- > 0;)
    group_end_[k] = k + 1 < t.size() && t[k + 1] == t[k] ? group_end_[k + 1] : k + 1;
}

// `row` is where the last one of the group went; the rows from there on must still hold the rest of its group.
bool Filling::fill(std::size_t k, int row) {
  if (k == t_.size()) return visit(place_);
  if (k == 0 || t_[k] != t_[k - 1]) row = 0;
  for (int i = row; i < p_; ++i) {
    int& length = length_[static_cast<std::size_t>(i)];
    const int room = i == 0 ? q_ : length_[static_cast<std::size_t>(i - 1)];
    if (length == room) continue;
    if (room_from(i, room) < static_cast<int>(group_end_[k] - k)) break;
    const int j = length++;
    place_[static_cast<std::size_t>(i * q_ + j)] = static_cast<int>(k);
    const bool go_on = !place(k, i, j) || fill(k + 1, i);
    forget(i, j);
    --length;
    if (!go_on) return false;
  }
  return true;
}

// Free places in rows i, i+1, ... none longer than `room`.
int Filling::room_from(int i, int room) const {
  int places = 0;
  for (int l = i; l < p_; ++l) places += room - length_[static_cast<std::size_t>(l)];
  return places;
}

// Place (i, j) of the rectangle has the hook p - i + q - j - 1.
double arrangement_count(int p, int q) {
  double count = 1, k = 1;
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < q; ++j) count *= k++ / (p - i + q - j - 1);
  return count;
}

}  // namespace het
