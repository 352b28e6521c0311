#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <queue>
#include <vector>

#include "src/model/platform.hpp"

namespace het {

// Messages between the ranks of a platform, each on several links: out of one rank and into the other, and where hosts are
// told apart through their interfaces, or a host's own memory; between sites through the ranks' links within them, too; or on
// the one medium that all share. What is on a link at a time shares it evenly, as far as other links let it (max-min fairness).
// Messages have pieces, which travel side by side: one of many gets so many shares.
//
// Worked example: 0 sends to 1 and to 2, and 3 to 2: each gets half a link. If 0 sends three pieces to 1, and one to 2, each
// gets a fourth of what goes out of 0, and 3 the other three fourths of what goes into 2.
class SharedLinks {
 public:
  // O(ranks^2).
  explicit SharedLinks(const Platform& platform);
  SharedLinks(const SharedLinks&) = delete;  // pairs are known by their addresses

  // A message begins; `id` comes back when it has ended. O(log messages from one of the ranks to the other).
  void begin(int from, int to, double bytes, int pieces, int id);
  bool idle() const { return busy_.empty(); }
  // Pairs of ranks with messages.
  std::size_t busy_pairs() const { return busy_.size(); }
  // Seconds until the next one ends, if none begins before. O(pairs of ranks with messages), and where one has begun or ended
  // since the last time, O(that + links^2).
  double until_next();
  // Time passes, no longer than until_next(). Calls ended(id) for those that end, also where they would within `about`
  // seconds more.
  template <class Ended>
  void pass(double seconds, double about, Ended ended) {
    share();
    for (std::size_t at = 0; at < busy_.size();) {
      Pair& pair = pairs_[busy_[at]];
      pair.served += seconds * pair.rate;
      const double over = (1 + rounding) * pair.served + about * pair.rate;
      while (!pair.ends.empty() && pair.ends.top().served <= over) {
        const End end = pair.ends.top();
        pair.ends.pop();
        add(pair, -end.pieces);
        ended(end.id);
      }
      if (pair.ends.empty())
        leave(at);
      else
        ++at;
    }
  }

 private:
  // Or the last bit of a sum would keep a message from ending.
  static constexpr double rounding = 1e-12;
  struct End {
    double served;
    int id, pieces;
    bool operator>(const End& other) const { return served > other.served; }
  };
  // From one rank to another all pieces travel at one rate: bytes that each has had since the first began, and at how many
  // each ends.
  struct Pair {
    std::array<std::size_t, 6> links{};   // the first `count`
    std::array<std::size_t, 6> places{};  // among these links' pairs, while messages are under way
    std::size_t count = 0;
    int pieces = 0;
    double served = 0, rate = 0;
    std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  };
  struct Link {
    double bytes_per_second = 0;
    int pieces = 0;
    // While they are shared: pieces that have no rate yet, bytes per second for them, and its place among those with any.
    int open = 0;
    double room = 0;
    std::size_t place = 0;
    std::vector<Pair*> pairs;  // with messages under way
  };
  std::size_t link(double seconds_per_byte);
  void route(int from, int to, std::initializer_list<std::size_t> links);
  std::size_t pair_of(int from, int to) const {
    return static_cast<std::size_t>(from) * ranks_ + static_cast<std::size_t>(to);
  }
  template <class F>
  void each_link(const Pair& pair, F f) {
    for (std::size_t i = 0; i < pair.count; ++i) f(links_[pair.links[i]]);
  }
  void add(Pair& pair, int pieces);
  void enter(std::size_t pair);
  void leave(std::size_t busy);
  void share();

  std::size_t ranks_;
  std::vector<Pair> pairs_;
  std::vector<Link> links_;
  std::vector<std::size_t> busy_;
  std::vector<Link*> open_;
  std::vector<double> shares_;  // of each of these for a piece
  bool changed_ = false;
};

}  // namespace het
