#include "src/model/walk/walk.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/base/error.hpp"

namespace het {
namespace {

// Shorter ones MPI takes over at once.
constexpr double short_message = 65536;
// Messages that end within such a part of a latency end together.
constexpr double about_a_latency = 1e-3;

}  // namespace

Walk::Walk(const Platform& platform)
    : platform_(platform),
      about_(about_a_latency * platform.between.latency),
      links_(platform),
      ranks_(platform.cycle_times.size()) {}

void Walk::start(Program program) { programs_.push_back(std::move(program)); }

Walk::Channel& Walk::channel(int from, int to, int number) {
  const std::uint64_t ranks = ranks_.size();
  return channels_[(static_cast<std::uint64_t>(number) * ranks + static_cast<std::uint64_t>(from)) * ranks +
                   static_cast<std::uint64_t>(to)];
}

int Walk::transfer(int from, int to) {
  if (free_.empty()) {
    free_.push_back(static_cast<int>(transfers_.size()));
    transfers_.emplace_back();
  }
  const int number = free_.back();
  free_.pop_back();
  Transfer& it = transfers_[static_cast<std::size_t>(number)];
  it = {};
  it.from = from, it.to = to;
  return number;
}

namespace {

// The first of those that wait, or -1.
int take(std::vector<int>& waiting, std::size_t& first) {
  if (first == waiting.size()) return -1;
  const int number = waiting[first++];
  if (first == waiting.size()) waiting.clear(), first = 0;
  return number;
}

}  // namespace

void Walk::send(int from, int to, int number, double bytes, int pieces, Open& open, Leaves leaves,
                Then then) {
  Channel& between = channel(from, to, number);
  const int waiting = take(between.receives, between.first_receive);
  const int message = waiting >= 0 ? waiting : transfer(from, to);
  Transfer& it = transfers_[static_cast<std::size_t>(message)];
  it.bytes = bytes, it.pieces = pieces;
  if (leaves == Leaves::when_taken || bytes >= short_message * pieces) {
    it.sent = &open;
    it.when_sent = std::move(then);
    ++open.messages;
  }
  work_more(from, 0.5 * pieces * platform_.link(from, to).message_overhead);
  if (waiting >= 0)
    begin(message);
  else
    between.sends.push_back(message);
}

void Walk::receive(int to, int from, int number, Open& open, Then then) {
  Channel& between = channel(from, to, number);
  const int waiting = take(between.sends, between.first_send);
  const int message = waiting >= 0 ? waiting : transfer(from, to);
  Transfer& it = transfers_[static_cast<std::size_t>(message)];
  it.received = &open, it.when_received = std::move(then);
  ++open.messages;
  if (waiting >= 0)
    begin(message);
  else
    between.receives.push_back(message);
}

void Walk::begin(int message) {
  const Transfer& it = transfers_[static_cast<std::size_t>(message)];
  links_.begin(it.from, it.to, it.bytes, it.pieces, message);
}

void Walk::work_more(int number, double seconds, Then then) {
  Rank& it = rank(number);
  const double begins = std::max(now_, it.works_more_until);
  if (seconds > 0) {
    it.works_more_until = begins + seconds;
    if (!it.program) {  // between two steps
      it.more += seconds;
    } else {
      it.end = std::max(it.end, now_) + seconds;
      it.added += seconds;
      steps_.push({it.end, number, it.steps});
    }
  }
  if (then) later_.push({begins + seconds, laters_++, std::move(then)});
}

Walk::Step Walk::step(int number, double seconds, double slice, Until until) {
  Rank& it = rank(number);
  it.until = std::move(until);
  it.slice = slice;
  it.worked = seconds;
  return {*this, number};
}

// False: it need not stand still.
bool Walk::stand(int number, std::coroutine_handle<> program) {
  Rank& it = rank(number);
  look(number);
  const double seconds = it.worked;
  if (it.until && it.until()) {
    it.worked = 0;
    it.until = {};
    return false;
  }
  if (!it.until && seconds + it.more <= 0) return false;
  it.program = program;
  ++it.steps;
  it.begin = now_;
  it.added = std::exchange(it.more, 0);
  it.end = now_ + seconds + it.added;
  it.looks_at = never;
  if (it.end > now_) steps_.push({it.end, number, it.steps});
  return true;
}

// What is new may lead to more that is.
void Walk::look(int number) {
  Rank& it = rank(number);
  while (!it.news.empty()) {
    const std::vector<Then> news = std::exchange(it.news, {});
    for (const Then& then : news) then();
  }
}

// It looks at once if it waits, else at the end of a slice.
void Walk::news(int number) {
  Rank& it = rank(number);
  if (!it.program) return;
  if (it.end <= now_) {
    woken_.push_back(number);
  } else if (it.slice > 0) {
    const double slices = std::ceil((now_ - it.begin) / it.slice * (1 - 1e-12));
    const double looks_at = std::max(it.begin + slices * it.slice, now_);
    if (looks_at >= it.end || it.looks_at <= looks_at) return;
    it.looks_at = looks_at;
    steps_.push({looks_at, number, it.steps});
  }
}

// A look of a rank that stands still.
void Walk::go_on(int number) {
  Rank& it = rank(number);
  if (!it.program) return;
  it.looks_at = never;
  look(number);
  const bool works = it.end > now_, over = it.until ? it.until() : !works;
  if (!over) return;
  const double passed = std::min(now_, it.end) - it.begin;
  it.worked = std::clamp(passed - it.added, 0.0, it.worked);
  if (works) it.more += std::max(it.added - passed, 0.0);
  it.until = {};
  resume(number);
}

void Walk::resume(int number) {
  Rank& it = rank(number);
  ++it.steps;
  std::exchange(it.program, {}).resume();
}

void Walk::arrive(int message) {
  Transfer& it = transfers_[static_cast<std::size_t>(message)];
  const LinkCosts& link = platform_.link(it.from, it.to);
  const int from = it.from, to = it.to;
  // What comes to a rank that waits takes it no longer.
  if (Rank& receiver = rank(to); receiver.program && receiver.end > now_)
    work_more(to, it.bytes * link.own_seconds_per_byte + 0.5 * it.pieces * link.message_overhead);
  if (it.sent) {
    --it.sent->messages;
    if (it.when_sent) rank(from).news.push_back(std::move(it.when_sent));
    news(from);
  }
  --it.received->messages;
  if (it.when_received) rank(to).news.push_back(std::move(it.when_received));
  news(to);
  it = {};
  free_.push_back(message);
}

void Walk::pass(double until) {
  links_.pass(until - now_, about_, [&](int message) {
    const Transfer& it = transfers_[static_cast<std::size_t>(message)];
    arriving_.push({until + platform_.link(it.from, it.to).latency, message, 0});
  });
  now_ = until;
  while (!arriving_.empty() && arriving_.top().time <= now_) {
    const int message = arriving_.top().number;
    arriving_.pop();
    arrive(message);
  }
  while (!later_.empty() && later_.top().time <= now_) {
    const Then then = later_.top().then;
    later_.pop();
    then();
  }
  while (!steps_.empty() && steps_.top().time <= now_) {
    const Event it = steps_.top();
    steps_.pop();
    if (rank(it.number).steps == it.steps) go_on(it.number);
  }
}

double Walk::run() {
  for (const Program& program : programs_) program.start();
  woken_.clear();
  for (;;) {
    const double next = std::min({steps_.empty() ? never : steps_.top().time,
                                  arriving_.empty() ? never : arriving_.top().time,
                                  later_.empty() ? never : later_.top().time,
                                  links_.idle() ? never : now_ + links_.until_next()});
    if (!(next < never)) break;
    pass(std::max(next, now_));
    for (std::size_t i = 0; i < woken_.size(); ++i) go_on(woken_[i]);
    woken_.clear();
  }
  for (const Program& program : programs_)
    require(program.over(), "the programs of a walk wait for each other for ever");
  return now_;
}

}  // namespace het
