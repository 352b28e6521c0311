#include "blacs_het/plan/learning/agenda.hpp"

namespace het {
namespace {

constexpr std::size_t most_classes = 4096;

}  // namespace

Agenda::Key Agenda::key_of(const CallShape& shape) {
  Key key = static_cast<Key>(shape.kind);
  for (const auto part : {static_cast<Key>(shape.flops_per_multiply_add),
                          static_cast<Key>(shape.element_bytes), static_cast<Key>(half_octave(shape.m)),
                          static_cast<Key>(half_octave(shape.n)), static_cast<Key>(half_octave(shape.k))})
    key = key << 8 | part;
  return key;
}

bool Agenda::is_due(const CallShape& shape, int processes) const {
  if (is_large(shape, processes)) return true;
  const auto known = classes_.find(key_of(shape));
  return known != classes_.end() &&
         known->second.since.operations >= known->second.until.value_or(first_look(shape));
}

Agenda::Class& Agenda::of(const CallShape& shape) {
  const Key key = key_of(shape);
  if (classes_.size() >= most_classes && !classes_.contains(key)) classes_.clear();
  return classes_[key];
}

void Agenda::count(Class& its, double operations, double seconds) {
  all_.operations += operations;
  all_.seconds += seconds;
  if (operations <= 0 || seconds <= 0) return;
  const double now = seconds / operations;
  if (its.usual > 0) {
    latest_.seconds += seconds;
    latest_.usual += its.usual * operations;
  }
  its.usual = its.usual > 0 ? std::sqrt(its.usual * now) : now;
}

void Agenda::count_passed(const CallShape& shape, int processes, double seconds) {
  const double operations = work(shape, processes);
  Class& its = of(shape);
  ++all_.calls, ++its.since.calls;
  its.since.operations += operations;
  its.since.seconds += seconds;
  count(its, operations, seconds);
}

void Agenda::count_looked_at(const CallShape& shape, int processes, double seconds) {
  count(of(shape), work(shape, processes), seconds);
}

void Agenda::put_off(const CallShape& shape, double operations) {
  Class& put_off = of(shape);
  put_off.since = {};
  put_off.until = operations;
}

Passed Agenda::passed(const CallShape& shape) const {
  const auto known = classes_.find(key_of(shape));
  return known == classes_.end() ? Passed{} : known->second.since;
}

}  // namespace het
