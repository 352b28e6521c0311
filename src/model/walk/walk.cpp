#include "src/model/walk/walk.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace het {
namespace {

// Shorter ones MPI takes over at once; SimGrid's does so by default (smpi/send-is-detached-thresh).
constexpr double short_message = 65536;
// Links that so many pairs of ranks share take as long as an event itself.
constexpr std::size_t pairs_for_an_event = 32;

}  // namespace

Walk::Walk(const Platform& platform, double about, std::size_t most_work)
    : platform_(platform),
      about_(about),
      most_work_(most_work),
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

// It takes its sender a while to hand it over.
void Walk::send(int from, int to, int number, double bytes, int pieces, Open& open, Leaves leaves,
                Then then) {
  const int message = transfer(from, to);
  Transfer& it = transfers_[static_cast<std::size_t>(message)];
  it.channel = number, it.bytes = bytes, it.pieces = pieces;
  if (leaves == Leaves::when_taken || bytes >= short_message * pieces) {
    it.sent = &open;
    it.when_sent = std::move(then);
    ++open.messages;
  }
  const double seconds = pieces * platform_.link(from, to).message_overhead;
  if (seconds > 0)
    handed_over_.push({work_more(from, seconds) - seconds + seconds / pieces, message, 0});
  else
    post(message);
}

void Walk::post(int message) {
  const Transfer& it = transfers_[static_cast<std::size_t>(message)];
  Channel& between = channel(it.from, it.to, it.channel);
  const int waiting = take(between.receives, between.first_receive);
  if (waiting >= 0)
    begin(message, waiting);
  else
    between.sends.push_back(message);
}

void Walk::receive(int to, int from, int number, Open& open, Then then) {
  Channel& between = channel(from, to, number);
  const int message = transfer(from, to);
  Transfer& it = transfers_[static_cast<std::size_t>(message)];
  it.received = &open, it.when_received = std::move(then);
  ++open.messages;
  const int waiting = take(between.sends, between.first_send);
  if (waiting >= 0)
    begin(waiting, message);
  else
    between.receives.push_back(message);
}

// What is sent has met the one who receives it.
void Walk::begin(int sent, int received) {
  Transfer &it = transfers_[static_cast<std::size_t>(sent)],
           &other = transfers_[static_cast<std::size_t>(received)];
  it.received = other.received, it.when_received = std::move(other.when_received);
  other = {};
  free_.push_back(received);
  links_.begin(it.from, it.to, it.bytes, it.pieces, sent);
}

double Walk::work_more(int number, double seconds) {
  Rank& it = rank(number);
  const double end = std::max(now_, it.works_more_until) + seconds;
  if (seconds <= 0) return end;
  it.works_more_until = end;
  if (!it.program) {  // between two steps
    it.more += seconds;
  } else {
    it.end = std::max(it.end, now_) + seconds;
    steps_.push({it.end, number, it.steps});
  }
  return end;
}

void Walk::work_more(int number, double seconds, Then then) {
  later_.push({work_more(number, seconds), laters_++, number, std::move(then)});
}

Walk::Step Walk::step(int number, double seconds, double slice, Until until, bool looks) {
  Rank& it = rank(number);
  it.until = std::move(until);
  it.slice = slice;
  it.looks = looks;
  it.worked = seconds;
  return {*this, number};
}

// False: it need not stand still.
bool Walk::stand(int number, std::coroutine_handle<> program) {
  Rank& it = rank(number);
  if (it.looks) look(number);
  const double seconds = it.worked;
  if (it.until && it.until()) {
    it.worked = 0;
    it.until = {};
    return false;
  }
  it.begin = now_;
  it.end = now_ + seconds + std::exchange(it.more, 0);
  const bool works = it.end > now_;  // not where the clock does not tell
  if (!it.until && !works) return false;
  it.program = program;
  ++it.steps;
  it.looks_at = never, it.held_until = -1;
  if (works) steps_.push({it.end, number, it.steps});
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

// By work beside its step's, after which it looks.
bool Walk::is_held_up(int number) {
  Rank& it = rank(number);
  if (it.works_more_until <= now_) return false;
  if (std::exchange(it.held_until, it.works_more_until) == it.works_more_until) return true;
  steps_.push({it.works_more_until, number, it.steps});
  return true;
}

// A look of a rank that stands still.
void Walk::go_on(int number) {
  Rank& it = rank(number);
  ++work_;
  if (!it.program) return;
  it.looks_at = never;
  if (is_held_up(number)) return;
  if (it.looks) look(number);
  if (is_held_up(number)) return;
  if (it.until ? !it.until() : it.end > now_) return;
  // Of a step that ends before its work does the rest is not done; what was more than that is left for the next one.
  const double left = std::max(it.end - now_, 0.0), of_step = std::min(left, it.worked);
  it.worked -= of_step;
  it.more += left - of_step;
  it.until = {};
  resume(number);
}

void Walk::resume(int number) {
  Rank& it = rank(number);
  ++it.steps;
  it.held_until = -1;
  std::exchange(it.program, {}).resume();
}

void Walk::arrive(int message) {
  Transfer& it = transfers_[static_cast<std::size_t>(message)];
  const LinkCosts& link = platform_.link(it.from, it.to);
  const int from = it.from, to = it.to;
  // Bytes that come to a rank that waits take it no longer.
  const Rank& receiver = rank(to);
  const bool waits = receiver.program && receiver.end <= now_;
  work_more(to, it.pieces * link.message_overhead + (waits ? 0 : it.bytes * link.own_seconds_per_byte));
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

void Walk::pass(double seconds, double until) {
  links_.pass(seconds, about_, [&](int message) {
    const Transfer& it = transfers_[static_cast<std::size_t>(message)];
    const LinkCosts& link = platform_.link(it.from, it.to);
    arriving_.push({until + std::max(link.latency - 2 * link.message_overhead, 0.0), message, 0});
  });
  now_ = std::max(until, now_);
  while (!arriving_.empty() && arriving_.top().time <= now_) {
    const int message = arriving_.top().number;
    arriving_.pop();
    arrive(message);
  }
  while (!handed_over_.empty() && handed_over_.top().time <= now_) {
    const int message = handed_over_.top().number;
    handed_over_.pop();
    post(message);
  }
  while (!later_.empty() && later_.top().time <= now_) {
    const Later it = later_.top();
    later_.pop();
    it.then();
    news(it.rank);
  }
  while (!steps_.empty() && steps_.top().time <= now_) {
    const Event it = steps_.top();
    steps_.pop();
    if (!is_past(it)) go_on(it.number);
  }
}

std::optional<double> Walk::run() {
  for (const Program& program : programs_) program.start();
  woken_.clear();
  const auto first = [](const auto& events) { return events.empty() ? never : events.top().time; };
  for (;;) {
    while (!steps_.empty() && is_past(steps_.top())) steps_.pop();
    work_ += 1 + links_.busy_pairs() / pairs_for_an_event;
    if (work_ > most_work_) return {};
    // Not by the clock, which does not tell the last moments of a message.
    const double of_links = links_.idle() ? never : links_.until_next(),
                 next = std::min({first(steps_), first(arriving_), first(handed_over_), first(later_)});
    if (!(std::min(of_links, next) < never)) break;
    pass(now_ + of_links <= next ? of_links : std::max(next - now_, 0.0), std::min(now_ + of_links, next));
    for (std::size_t i = 0; i < woken_.size(); ++i) go_on(woken_[i]);
    woken_.clear();
  }
  if (!std::ranges::all_of(programs_, &Program::over)) return {};
  return now_;
}

}  // namespace het
