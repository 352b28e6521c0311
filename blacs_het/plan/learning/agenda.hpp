#pragma once
// Which calls mode auto looks at: whether all processes meet to decide about them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "src/model/call_shape.hpp"

namespace het {

// Calls that were left to ScaLAPACK without a look.
struct Passed {
  Extent calls = 0;
  double operations = 0;  // of each process
  double seconds = 0;     // of this process; not the same on others
};

// Calls of classes seen before, since speeds were asked for last: the seconds that they took here, and would have taken by what
// was usual for each class, which follows its calls by half of the way, in logarithms. Not the same on other processes.
struct Latest {
  double seconds = 0, usual = 0;
};

// Calls by routine, type and half octave of each dimension. A call that is large in itself is looked at. Smaller ones come
// together: a class is looked at once its calls since the last look have done as much work as then was found worth
// waiting for, before the first look as much as a large call or a number that is less. What steers this are the sizes of
// calls that ended well, which are equal on all processes, and what one process told all of them: without communication all
// of them come to a look at the same call. A call whose sizes differ between processes is no call that ends well, and is
// not counted. Pure; each process of a context has one.
class Agenda {
 public:
  // Operations of each process from which on a call is large in itself, and after which a class is looked at for the first
  // time, if these are fewer.
  explicit Agenda(double large, double first_look = HUGE_VAL) : first_look_(first_look) {
    large_.fill(large);
  }

  // For calls in one precision from now on. On all processes alike.
  void set_large(Precision precision, double large) { large_[static_cast<std::size_t>(precision)] = large; }

  // Whether to look at the call that begins. O(log classes).
  bool is_due(const CallShape& shape, int processes) const;
  // The call ended, without a look or with one.
  void count_passed(const CallShape& shape, int processes, double seconds);
  void count_looked_at(const CallShape& shape, int processes, double seconds);
  // It was looked at, and its class is to pass until its calls have done so many operations on each process; 0: none passes.
  void put_off(const CallShape& shape, double operations);

  // Of the class of a call since its last look.
  Passed passed(const CallShape& shape) const;
  // Of all calls that were counted, but for how many they were: those that passed.
  const Passed& all() const { return all_; }
  const Latest& latest() const { return latest_; }
  void forget_latest() { latest_ = {}; }
  bool is_large(const CallShape& shape, int processes) const {
    return work(shape, processes) >= large(shape);
  }

  static double work(const CallShape& shape, int processes) { return flops(shape) / processes; }

 private:
  using Key = std::uint64_t;
  struct Class {
    Passed since;
    std::optional<double> until;  // none: the first look
    double usual = 0;             // seconds for an operation; 0: no call was timed
  };
  double large(const CallShape& shape) const { return large_[static_cast<std::size_t>(shape.precision())]; }
  double first_look(const CallShape& shape) const { return std::min(large(shape), first_look_); }
  static Key key_of(const CallShape& shape);
  Class& of(const CallShape& shape);
  void count(Class& its, double operations, double seconds);

  std::array<double, precisions> large_;
  double first_look_;
  Passed all_;
  Latest latest_;
  std::map<Key, Class> classes_;
};

}  // namespace het
