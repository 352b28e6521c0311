#include "src/model/factor/clocks/link_clocks.hpp"

#include <algorithm>
#include <utility>

namespace het {
namespace {

// So many messages are on a link that is busy, of which all have an equal part: rows, factors and parts of several
// panels. Between 3 and 8 the times of Cholesky at 1 Gb/s on nine to sixteen processors differ by less than 1 %.
constexpr double on_link = 4;

// No link is taken to be shared longer.
constexpr double longest_shared = 0.5;

// What leaves has this part of a free link: a process sends one message of a strip at a time, to processes to which others
// send as well, and the next one when it looks. (Between 0.3 and 0.6 LU and QR of orders 500 to 2000 on nine to sixteen
// processors at 1 and 10 Gb/s are as near to virtual time within 0.2 %.)
constexpr double leaving_part = 0.4;

// When so many messages, `seconds` in all, from `time` on, are through that go ahead of what is on the link; others
// come later and share it for that part of the time, so that one message takes 1 / (1 - part) times as long.
double ahead(LinkClocks::Busy& link, double time, double seconds, double messages, double part) {
  const double shared = part / (1 - part) / messages * seconds;
  const double beside = std::clamp(time + seconds - link.from, 0.0, seconds);
  const double end =
      time + seconds + shared +
      std::min(on_link / messages * beside, std::max(link.until - std::max(time, link.from), 0.0));
  link.go_ahead(time, seconds, beside);
  return end;
}

}  // namespace

// It has had the link from free_from on.
void LinkClocks::Backlog::go_on(double free_from, double time) {
  const double free = time - std::max(free_from, until);
  const double goes = std::min(seconds, leaving_part * std::max(free, 0.0));
  seconds -= goes;
  gone += goes;
  until = std::max(until, time);
}

void LinkClocks::Backlog::add(double free_from, double time, double more) {
  go_on(free_from, time);
  seconds += more;
}

// A transfer beside it, which had the link from free_from on until the transfer begins.
double LinkClocks::Backlog::beside(double free_from, double begin, double transfer, double messages) {
  go_on(free_from, begin);
  const double shared = std::min(seconds, transfer / messages);
  seconds -= shared;
  return transfer + shared;
}

double LinkClocks::beside_leaving(std::size_t k, double begin, double seconds, double messages) {
  return leaving_[link(k)].beside(out(k), begin, seconds, messages);
}

double LinkClocks::beside_arriving(std::size_t k, double begin, double seconds, double messages) {
  return arriving_[k].beside(in(k), begin, seconds, messages);
}

double LinkClocks::send(std::size_t k, double time, double seconds, double messages) {
  const double begin = std::max(out(k), time);
  carried_out_[link(k)] += seconds;
  out_[link(k)].add(begin, beside_leaving(k, begin, seconds, messages));
  return out(k);
}

double LinkClocks::receive(std::size_t k, double time, double seconds) {
  const double begin = std::max(in(k), time);
  arriving_[k].go_on(in(k), begin);
  carried_in_[k] += seconds;
  receiving(k).add(begin, seconds);
  return in(k);
}

void LinkClocks::pass(double time) {
  const double seconds = time - passed_;
  if (shared_ || seconds <= 0) return;
  passed_ = time;
  const auto part = [&](double& carried, Backlog& backlog, double free_from) {
    backlog.go_on(free_from, time);
    return std::min((std::exchange(carried, 0) + std::exchange(backlog.gone, 0)) / seconds, longest_shared);
  };
  for (std::size_t k = 0; k < out_.size(); ++k) {
    shared_out_[k] = part(carried_out_[k], leaving_[k], out(k));
    shared_in_[k] = part(carried_in_[k], arriving_[k], in(k));
  }
}

void LinkClocks::occupy(std::size_t k, const Time& sends, const Time& receives) {
  leaving_[link(k)].go_on(out(k), sends.from);
  arriving_[k].go_on(in(k), receives.from);
  out_[link(k)].occupy(sends.from, sends.until), receiving(k).occupy(receives.from, receives.until);
}

double LinkClocks::sent(std::size_t from, std::size_t to, double time, double seconds, double messages) {
  const double begin = std::max(time, in(to));
  const double arrives = begin + beside_arriving(to, begin, seconds, messages);
  const double through = std::max(send(from, begin, seconds, messages), arrives);
  receiving(to).occupy(begin, through);
  return through;
}

double LinkClocks::sent_ahead_to_several(std::size_t from, double time, double seconds, double messages) {
  return ahead(out_[link(from)], time, beside_leaving(from, time, seconds, messages), messages,
               shared_out_[link(from)]);
}

double LinkClocks::sent_ahead(std::size_t from, std::size_t to, double time, double seconds,
                              double messages) {
  const double leaves = sent_ahead_to_several(from, time, seconds, messages);
  if (shared_) return leaves;
  const double beside = beside_arriving(to, time, seconds, messages);
  return std::max(leaves, ahead(in_[to], time, beside, messages, shared_in_[to]));
}

double LinkClocks::end(double over) const {
  double last = over;
  const auto through = [&](double link, Backlog backlog) {
    backlog.go_on(link, over);
    return std::max(link, over) + backlog.seconds;
  };
  for (std::size_t k = 0; k < out_.size(); ++k)
    last = std::max({last, through(out_[k].until, leaving_[k]), through(in_[k].until, arriving_[k])});
  return last;
}

}  // namespace het
