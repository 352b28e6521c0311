#include "blacs_het/plan/methods/exact/pair_losses.hpp"

#include <algorithm>

namespace het {
namespace {

// The rounds of a tournament of n: every two meet once, nobody plays twice in a round (circle method).
std::vector<std::vector<std::pair<std::size_t, std::size_t>>> tournament(std::size_t n) {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> rounds;
  const std::size_t seats = n + n % 2;
  for (std::size_t round = 0; round + 1 < seats; ++round) {
    auto& pairs = rounds.emplace_back();
    const auto seated = [&](std::size_t seat) {
      return seat == 0 ? 0 : 1 + (seat - 1 + round) % (seats - 1);
    };
    for (std::size_t k = 0; k < seats / 2; ++k) {
      const std::size_t a = seated(k), b = seated(seats - 1 - k);
      if (std::max(a, b) < n) pairs.emplace_back(std::min(a, b), std::max(a, b));
    }
  }
  return rounds;
}

}  // namespace

PairLosses::PairLosses(std::size_t lines, std::size_t length)
    : lines_(lines),
      length_(length),
      speed_(lines * length),
      loss_(lines * lines * (length + 1)),
      taken_(lines),
      pairings_(tournament(lines)) {}

// Of all ratios x of the second line to the first, W is largest where one place keeps both busy.
double PairLosses::loss_of_pair(std::size_t a, std::size_t b, std::size_t taken) const {
  const double *first = &speed_[a * length_], *second = &speed_[b * length_];
  double speeds = 0, best = 0;
  for (std::size_t k = 0; k < taken; ++k) {
    speeds += first[k] + second[k];
    const double x = second[k] / first[k], y = first[k] / second[k];
    double columns = 0;
    for (std::size_t j = 0; j < taken; ++j) columns += std::min(first[j], second[j] * y);
    best = std::max(best, (1 + x) * columns);
  }
  return std::max(speeds - best, 0.0);
}

void PairLosses::add(std::size_t line, std::size_t at, double speed) {
  speed_[line * length_ + at] = speed;
  taken_[line] = at + 1;
  for (std::size_t a = 0; a < line; ++a) loss(a, line, at + 1) = loss_of_pair(a, line, at + 1);
  steps_ += static_cast<double>(line * (at + 1) * (at + 3)) / 2;
}

double PairLosses::largest() const {
  double largest = 0;
  for (const auto& pairs : pairings_) {
    double sum = 0;
    for (const auto& [a, b] : pairs) sum += loss_[(a * lines_ + b) * (length_ + 1) + taken_[b]];
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace het
