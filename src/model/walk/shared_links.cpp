#include "src/model/walk/shared_links.hpp"

#include <algorithm>
#include <limits>

namespace het {
namespace {

constexpr double least_seconds_per_byte = 1e-15;  // of a network that costs nothing
constexpr double closed = std::numeric_limits<double>::infinity();

}  // namespace

SharedLinks::SharedLinks(const Platform& platform)
    : ranks_(platform.cycle_times.size()), pairs_(ranks_ * ranks_) {
  const int ranks = static_cast<int>(ranks_);
  const auto each_pair = [&](auto f) {
    for (int from = 0; from < ranks; ++from)
      for (int to = 0; to < ranks; ++to)
        if (from != to) f(from, to);
  };
  const auto some = [&](int count, double seconds_per_byte) {
    std::vector<std::size_t> numbers;
    for (int i = 0; i < count; ++i) numbers.push_back(link(seconds_per_byte));
    return [numbers](int of) { return numbers[static_cast<std::size_t>(of)]; };
  };
  const double between = platform.between.seconds_per_byte;
  if (platform.shared_medium) {
    const std::size_t medium = link(between);
    each_pair([&](int from, int to) { route(from, to, {medium}); });
    return;
  }
  const auto out = some(ranks, between), in = some(ranks, between);
  const Hosts& hosts = platform.hosts;
  if (!hosts.told_apart()) {
    each_pair([&](int from, int to) { route(from, to, {out(from), in(to)}); });
    return;
  }
  const auto out_inside = some(ranks, hosts.inside.seconds_per_byte),
             in_inside = some(ranks, hosts.inside.seconds_per_byte),
             out_of_host = some(hosts.count(), hosts.interface_seconds_per_byte),
             into_host = some(hosts.count(), hosts.interface_seconds_per_byte);
  each_pair([&](int from, int to) {
    if (hosts.of(from) == hosts.of(to))
      route(from, to, {out_inside(from), in_inside(to)});
    else if (hosts.sites)
      route(from, to,
            {out_inside(from), out(from), out_of_host(hosts.of(from)), into_host(hosts.of(to)), in(to),
             in_inside(to)});
    else
      route(from, to, {out(from), out_of_host(hosts.of(from)), into_host(hosts.of(to)), in(to)});
  });
}

std::size_t SharedLinks::link(double seconds_per_byte) {
  links_.emplace_back().bytes_per_second = 1 / std::max(seconds_per_byte, least_seconds_per_byte);
  return links_.size() - 1;
}

void SharedLinks::route(int from, int to, std::initializer_list<std::size_t> links) {
  Pair& pair = pairs_[pair_of(from, to)];
  std::ranges::copy(links, pair.links.begin());
  pair.count = links.size();
}

void SharedLinks::begin(int from, int to, double bytes, int pieces, int id) {
  const std::size_t at = pair_of(from, to);
  Pair& pair = pairs_[at];
  if (pair.ends.empty()) enter(at);
  pair.ends.push({pair.served + bytes / pieces, id, pieces});
  add(pair, pieces);
}

void SharedLinks::add(Pair& pair, int pieces) {
  pair.pieces += pieces;
  each_link(pair, [&](Link& link) { link.pieces += pieces; });
  changed_ = true;
}

void SharedLinks::enter(std::size_t number) {
  Pair& pair = pairs_[number];
  pair.served = 0;
  busy_.push_back(number);
  for (std::size_t i = 0; i < pair.count; ++i) {
    std::vector<Pair*>& pairs = links_[pair.links[i]].pairs;
    pair.places[i] = pairs.size();
    pairs.push_back(&pair);
  }
}

void SharedLinks::leave(std::size_t busy) {
  const Pair& pair = pairs_[busy_[busy]];
  for (std::size_t i = 0; i < pair.count; ++i) {
    std::vector<Pair*>& pairs = links_[pair.links[i]].pairs;
    Pair& last = *pairs.back();
    const auto of_last = std::ranges::find(last.links, pair.links[i]) - last.links.begin();
    last.places[static_cast<std::size_t>(of_last)] = pair.places[i];
    pairs[pair.places[i]] = &last;
    pairs.pop_back();
  }
  busy_[busy] = busy_.back();
  busy_.pop_back();
}

// The link with the least room for each piece decides on its own ones; what these leave of their other links is for the
// rest.
void SharedLinks::share() {
  if (!changed_) return;
  changed_ = false;
  open_.clear(), shares_.clear();
  for (Link& link : links_) {
    if (link.pieces == 0) continue;
    link.open = link.pieces, link.room = link.bytes_per_second, link.place = open_.size();
    open_.push_back(&link), shares_.push_back(link.room / link.open);
  }
  for (const std::size_t at : busy_) pairs_[at].rate = 0;
  for (std::size_t left = busy_.size(); left > 0;) {
    const Link& tightest =
        *open_[static_cast<std::size_t>(std::ranges::min_element(shares_) - shares_.begin())];
    // Never none at all: what is left is a difference.
    const double rate = std::max(shares_[tightest.place], 1e-9 * tightest.bytes_per_second);
    for (Pair* const pair : tightest.pairs) {
      if (pair->rate > 0) continue;
      pair->rate = rate;
      --left;
      each_link(*pair, [&](Link& link) {
        link.open -= pair->pieces;
        link.room -= rate * pair->pieces;
        shares_[link.place] = link.open > 0 ? link.room / link.open : closed;
      });
    }
  }
}

double SharedLinks::until_next() {
  share();
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t at : busy_)
    least = std::min(least, (pairs_[at].ends.top().served - pairs_[at].served) / pairs_[at].rate);
  return std::max(least, 0.0);
}

}  // namespace het
