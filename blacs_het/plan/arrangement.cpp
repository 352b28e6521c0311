#include "blacs_het/plan/arrangement.hpp"

#include <numeric>
#include <ostream>
#include <string>

#include "blacs_het/plan/cycle_times.hpp"
#include "src/base/error.hpp"

namespace het {

Arrangement::Arrangement(int p, int q, std::span<const double> cycle_times, std::vector<int> order)
    : p_(p), q_(q), order_(std::move(order)) {
  require(p >= 1 && q >= 1, "a {} x {} grid has no processor; both sides must be at least 1", p, q);
  require_cycle_times(cycle_times);
  const std::size_t size = static_cast<std::size_t>(p) * static_cast<std::size_t>(q);
  require(order_.size() == size, "{} processors are given for the {} places of a {} x {} grid", order_.size(),
          size, p, q);
  std::vector<bool> used(cycle_times.size());
  cycle_times_.reserve(size);
  for (const int k : order_) {
    const auto at = static_cast<std::size_t>(k);
    require(k >= 0 && at < used.size(), "processor {} is not one of the {} given", k, used.size());
    require(!used[at], "processor {} sits at two places of the grid", k);
    used[at] = true;
    cycle_times_.push_back(cycle_times[at]);
  }
}

Arrangement Arrangement::transposed() const {
  Arrangement result(q_, p_);
  result.order_.reserve(order_.size());
  result.cycle_times_.reserve(order_.size());
  for (int j = 0; j < q_; ++j)
    for (int i = 0; i < p_; ++i) {
      result.order_.push_back(order(i, j));
      result.cycle_times_.push_back(cycle_time(i, j));
    }
  return result;
}

std::ostream& operator<<(std::ostream& out, const Arrangement& arrangement) {
  for (int i = 0; i < arrangement.p(); ++i) {
    for (int j = 0; j < arrangement.q(); ++j) out << (j ? " " : "") << arrangement.cycle_time(i, j);
    out << '\n';
  }
  return out;
}

Arrangement parse_arrangement(std::string_view text) {
  std::vector<double> cycle_times;
  int p = 0;
  std::size_t q = 0;
  for (bool more = true; more; ++p) {
    const auto end = text.find(';');
    std::vector<double> row;
    try {
      row = parse_cycle_times(text.substr(0, end));
    } catch (const Error& error) {
      throw Error(fmt::format("grid row {}: {}", p + 1, error.what()));
    }
    if (p == 0) q = row.size();
    require(row.size() == q,
            "grid row {} has {} processors where the first has {}; all rows must be equally long", p + 1,
            row.size(), q);
    cycle_times.insert(cycle_times.end(), row.begin(), row.end());
    require(cycle_times.size() <= max_processors, "grid row {}: more than {} processors in all", p + 1,
            max_processors);
    more = end != std::string_view::npos;
    if (more) text.remove_prefix(end + 1);
  }
  std::vector<int> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  return Arrangement(p, static_cast<int>(q), cycle_times, std::move(order));
}

}  // namespace het
