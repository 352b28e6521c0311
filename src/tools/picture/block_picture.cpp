#include "src/tools/picture/block_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace het {

std::vector<Extent> blocks_of(const std::vector<int>& owners, std::size_t count) {
  std::vector<Extent> blocks(count);
  for (const int owner : owners) ++blocks[static_cast<std::size_t>(owner)];
  return blocks;
}

std::vector<double> busy_shares(const Arrangement& a, const std::vector<Extent>& rows,
                                const std::vector<Extent>& cols) {
  std::vector<double> busy;
  for (int i = 0; i < a.p(); ++i)
    for (int j = 0; j < a.q(); ++j)
      busy.push_back(static_cast<double>(rows[static_cast<std::size_t>(i)]) * a.cycle_time(i, j) *
                     static_cast<double>(cols[static_cast<std::size_t>(j)]));
  const double slowest = *std::max_element(busy.begin(), busy.end());
  for (double& b : busy) b = slowest > 0 ? b / slowest : 0;
  return busy;
}

std::vector<OwnerRun> runs_of(const std::vector<int>& owners) {
  std::vector<OwnerRun> runs;
  for (std::size_t b = 0; b < owners.size(); ++b) {
    if (runs.empty() || runs.back().owner != owners[b])
      runs.push_back({owners[b], static_cast<Extent>(b), static_cast<Extent>(b)});
    ++runs.back().last;
  }
  return runs;
}

std::vector<int> sampled(const std::vector<int>& owners, std::size_t most) {
  if (owners.size() <= most) return owners;
  // Of each owner: its blocks so far times `most`, less its places so far times all blocks.
  std::map<int, Extent> owed;
  std::vector<int> places;
  for (std::size_t k = 0; k < most; ++k) {
    const std::size_t first = k * owners.size() / most, last = (k + 1) * owners.size() / most;
    for (std::size_t b = first; b < last; ++b) owed[owners[b]] += static_cast<Extent>(most);
    const auto chosen = std::max_element(owners.begin() + static_cast<std::ptrdiff_t>(first),
                                         owners.begin() + static_cast<std::ptrdiff_t>(last),
                                         [&](int x, int y) { return owed[x] < owed[y]; });
    owed[*chosen] -= static_cast<Extent>(owners.size());
    places.push_back(*chosen);
  }
  return places;
}

std::string sampling_text(const BlockPicture& picture, std::size_t row_places, std::size_t col_places,
                          const std::string& times) {
  const auto each = [](std::size_t blocks, std::size_t places) {
    const double number = static_cast<double>(blocks) / static_cast<double>(places);
    return number < 100 ? fmt::format("{:.4g}", number) : fmt::format("{:.0f}", number);
  };
  return fmt::format("each place stands for {} {} {} blocks", each(picture.row_owners.size(), row_places),
                     times, each(picture.col_owners.size(), col_places));
}

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

std::string percent(double share) {
  if (share > 0 && share < 0.0005) return "<0.1 %";
  if (share < 1 && share > 0.9995) return "99.9 %";
  const std::string text = fmt::format("{:.1f}", 100 * share);
  return (text.ends_with(".0") ? text.substr(0, text.size() - 2) : text) + " %";
}

std::string counted(Extent count, const std::string& what, const std::string& plural) {
  if (count == 1) return "1 " + what;
  return fmt::format("{} {}", count, plural.empty() ? what + "s" : plural);
}

}  // namespace het
