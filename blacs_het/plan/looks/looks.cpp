#include "blacs_het/plan/looks/looks.hpp"

#include <algorithm>
#include <utility>

#include "blacs_het/plan/learning/relative_speeds.hpp"

namespace het {
namespace {

// The quick look is enough where it finds all processes undisturbed. The short look finds out whether there is anything
// to see; if so, the long one looks closer.
constexpr Look short_look{4, 0.012, 1.25};
constexpr Look long_look{5, 0.04, 1.15};
struct FirstLooks {
  Look quick, second;
  int most_more;
};
constexpr FirstLooks in_real_time{{3, 0.002, 1.1}, short_look, 2};
constexpr FirstLooks in_virtual_time{{1, 0, 1.25}, {1, 0, 1.25}, 1};
// A long look may take this part of the call that waits for it, but is no shorter than the short one.
constexpr double part_of_call = 0.02;
constexpr int most_long_looks = 3;
constexpr double clearly_unequal = 2;
// Processes that were disturbed while they were looked at several times differ by less if they are equal.
constexpr double surely_unequal = 1.6;
// A process whose usual sample takes no more than this times its best one is undisturbed.
constexpr double steady = 1.08;
// Processes whose best sample takes no more than this times the quickest one's measure other work: slow ones would take
// several times as long to measure what are parts of a process's own speed.
constexpr double about_as_quick = 1.5;

// A number of each process, by rank.
template <class Number>
std::vector<double> of_each(const Samples& samples, Number number) {
  std::vector<double> all;
  for (const auto& of_one : samples) all.push_back(number(of_one));
  return all;
}

double best(const std::vector<double>& samples) { return std::ranges::min(samples); }
std::vector<double> all_best(const Samples& samples) { return of_each(samples, best); }

// Middle sample over best sample (>= 1).
std::vector<double> usual_over_best(const Samples& samples) {
  return of_each(samples, [](const auto& of_one) { return median(of_one) / best(of_one); });
}

bool all_steady(const Samples& samples) { return std::ranges::max(usual_over_best(samples)) <= steady; }

// Of each process, over several looks.
std::vector<double> least_of(std::vector<double> all, const std::vector<double>& more) {
  std::ranges::transform(all, more, all.begin(), [](double a, double b) { return std::min(a, b); });
  return all;
}

std::vector<double> joined(std::vector<double> cycle_times, double same_speed) {
  join_equal(cycle_times, same_speed);
  return cycle_times;
}

// As long as the call is worth: of so many operations per process, each taking the slowest so many seconds.
Look long_look_for(double flops, double seconds_per_flop) {
  Look look = long_look;
  const double worth = part_of_call * flops * seconds_per_flop / look.samples;
  if (flops > 0) look.seconds = std::clamp(worth, short_look.seconds, long_look.seconds);
  return look;
}

std::vector<bool> quick_ones(const std::vector<double>& best) {
  const double quickest = std::ranges::min(best);
  std::vector<bool> quick;
  for (const double of_one : best) quick.push_back(of_one <= about_as_quick * quickest);
  return quick;
}

// Of the fastest, those with the least of the joined cycle-times; of several the middle one. Cycle-times compare best
// samples, calls run at the usual speed.
double usual_over_best_of_fastest(const std::vector<double>& cycle_times, const Samples& samples) {
  const auto all = usual_over_best(samples);
  const double least = std::ranges::min(cycle_times);
  std::vector<double> fastest;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (cycle_times[rank] == least) fastest.push_back(all[rank]);
  return median(fastest);
}

class Looks {
 public:
  Looks(const LooksWanted& wanted, const Looking& looking)
      : wanted_(wanted), looking_(looking), first_(wanted.virtual_time ? in_virtual_time : in_real_time) {}

  std::optional<SpeedsSeen> speeds() {
    // Half of the quick look before all else and half behind it: a process that shares its processor may have it to itself
    // for some milliseconds.
    Samples samples = looking_.look(first_.quick);
    if (wanted_.unless_equal && look_equal(samples)) return std::nullopt;
    looking_.other_work(quick_ones(all_best(samples)));
    const Samples later = looking_.look(first_.quick);
    for (std::size_t rank = 0; rank < samples.size(); ++rank)
      samples[rank].insert(samples[rank].end(), later[rank].begin(), later[rank].end());
    SpeedsSeen seen;
    if (all_steady(samples) || !wanted_.closely) {
      seen.cycle_times = joined(all_best(samples), first_.quick.same_speed);
    } else {
      seen.cycle_times = closer_looks(all_best(samples));
      samples = std::move(longer_.samples);
    }
    seen.seconds_per_flop =
        std::ranges::min(seen.cycle_times) * usual_over_best_of_fastest(seen.cycle_times, samples);
    normalise(seen.cycle_times);
    return seen;
  }

 private:
  // What looks show, longer than the quick one.
  struct Seen {
    std::vector<double> best = {};  // of each process; empty before the first look
    Samples samples = {};           // in the last look
    double seconds = 0;             // of all looks
  };

  // One more look, which counts with those before it.
  void look_again(const Look& look) {
    longer_.samples = looking_.look(look);
    const auto now = all_best(longer_.samples);
    longer_.best = longer_.best.empty() ? now : least_of(longer_.best, now);
    longer_.seconds += look.total_seconds();
  }

  // Whether processes that showed these samples in the quick look are equally fast as far as can be seen in some
  // milliseconds; where they do not seem so, or one of them was disturbed, in some fifty, and again where they do not then:
  // on crowded cores equal ones often differ in one look, and measuring all costs more than another. The longer looks count
  // with what is looked at afterwards.
  bool look_equal(const Samples& samples) {
    const auto quick = all_best(samples);
    bool undisturbed = all_steady(samples);
    if (undisturbed && spread(quick) <= first_.second.same_speed) return true;
    for (int look = 0; look < first_.most_more; ++look) {
      look_again(first_.second);
      const double ratio = spread(least_of(quick, longer_.best));
      undisturbed = undisturbed && all_steady(longer_.samples);
      if (ratio <= (undisturbed ? first_.second.same_speed : surely_unequal)) return true;
      if (ratio > clearly_unequal) break;
    }
    return false;
  }

  // Cycle-times that one look after another shows, each process at its best, until the processes are equal or clearly are
  // not. The operating system can crowd processes that are not bound to cores on one of them for longer than a look lasts.
  // `quick_best`: of each process, in the quick look. The longer looks before these stand in for a long one where that would
  // take little more time than they took.
  std::vector<double> closer_looks(const std::vector<double>& quick_best) {
    if (longer_.best.empty() && spread(quick_best) <= clearly_unequal) {
      look_again(short_look);
      if (const auto seen = joined(longer_.best, short_look.same_speed); spread(seen) == 1) return seen;
    }
    const bool looked = !longer_.best.empty();
    const Look closer = long_look_for(wanted_.flops, std::ranges::max(looked ? longer_.best : quick_best));
    const bool little_more = closer.total_seconds() - longer_.seconds < short_look.total_seconds();
    if (!(looked && little_more && spread(longer_.best) > clearly_unequal)) {
      longer_ = {};  // samples that are much shorter find a gap that is nobody's usual speed
      for (int look = 0; look < most_long_looks; ++look) {
        look_again(closer);
        if (spread(longer_.best) > clearly_unequal) break;
        if (spread(joined(longer_.best, closer.same_speed)) == 1) break;
      }
    }
    return joined(longer_.best, closer.same_speed);
  }

  const LooksWanted& wanted_;
  const Looking& looking_;
  const FirstLooks& first_;
  Seen longer_;
};

}  // namespace

std::optional<SpeedsSeen> look_at_speeds(const LooksWanted& wanted, const Looking& looking) {
  return Looks(wanted, looking).speeds();
}

}  // namespace het
