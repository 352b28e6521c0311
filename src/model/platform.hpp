#pragma once
#include <algorithm>
#include <vector>

#include "src/base/index.hpp"
#include "src/distribution/panels/panel_ends.hpp"

namespace het {

// Speeds of the kinds of local work, as parts of the speed of a product with a long inner dimension. The defaults are
// those of OpenBLAS on a recent processor.
struct KernelRates {
  static constexpr Extent wide_update = 256;

  // A product with an inner dimension of k runs at k / (k + half_speed_k), where it updates a matrix in memory.
  double half_speed_k = 6;
  // The same for what stays in the caches: a panel.
  double half_speed_near_k = 3;
  // An update of w rows and w columns of that matrix takes its part of that, w / (w + half_speed_square).
  double half_speed_square = 20;
  // Of few columns that are long each: w of them at w / (w + half_speed_narrow), if those of wide_update columns or more run at
  // wide_update / (wide_update + half_speed_narrow).
  double half_speed_narrow = 20;
  // A triangle of k rows solves at k / (k + h): from the left, A^-1 B, and from the right, B A^-1, which is quicker.
  double half_speed_left_solve = 250, half_speed_right_solve = 95;
  // Products of a matrix and a vector, and what is like them.
  double vectors = 0.4;
  // One operation on each element of a column: a search, a division.
  double columns = 0.09;

  double product(Extent k) const { return reached(k, half_speed_k); }
  double near_product(Extent k) const { return reached(k, half_speed_near_k); }
  double square(Extent w) const { return reached(w, half_speed_square); }
  // What an update of w columns takes, over one that is wide: 1 for w >= wide_update, about 1 + h / w for few.
  double narrow(Extent w) const {
    return std::max(reached(wide_update, half_speed_narrow) / reached(w, half_speed_narrow), 1.0);
  }
  double left_solve(Extent k) const { return reached(k, half_speed_left_solve); }
  double right_solve(Extent k) const { return reached(k, half_speed_right_solve); }
  // ScaLAPACK's panels of LU and QR, column by column.
  double plain_panel(Extent) const { return vectors; }
  // Ours, of `width` columns: halved until few columns are left, which go one by one; products of all else.
  double recursive_panel(Extent width) const {
    const double one_by_one =
        width > leaf_width ? static_cast<double>(leaf_width) / static_cast<double>(width) : 1;
    const double products = near_product(std::max(width / 4, leaf_width));
    return std::max(vectors, 1 / ((1 - one_by_one) / products + one_by_one / vectors));
  }

  friend bool operator==(const KernelRates&, const KernelRates&) = default;

 private:
  static double reached(Extent k, double half) {
    return static_cast<double>(k) / (static_cast<double>(k) + half);
  }
};

// What a message costs.
struct LinkCosts {
  double seconds_per_byte = 0, latency = 0;
  // Of a process's own time for each message, as it hands it to MPI and as it takes it; both are in the latency.
  double message_overhead = 0;
  // Of a process's own time for each byte that it receives, and computes meanwhile: 0 where the network moves bytes; where
  // processes copy them, from each other's memory or to a socket, as long as a process takes that only waits, or less.
  double own_seconds_per_byte = 0;

  friend bool operator==(const LinkCosts&, const LinkCosts&) = default;
};

// Hosts by rank, from 0 on: how many there are. O(ranks).
inline int host_count(const std::vector<int>& of_rank) {
  return of_rank.empty() ? 0 : 1 + *std::max_element(of_rank.begin(), of_rank.end());
}

// Which ranks share a host. Messages between them do not use the network; those that they send to other hosts share one
// interface. Worked example, two hosts of two ranks: of_rank 0 0 1 1. Or, where some hosts are far from others, which ranks
// are on one site: the interface is then its line to the others, and messages between its ranks use links that those to
// other sites pass too.
struct Hosts {
  std::vector<int>
      of_rank;  // numbers from 0 on; empty: all ranks are on one host, or each on one of its own: one kind of link
  LinkCosts inside;                       // between ranks of a host, all of them sending at once
  double interface_seconds_per_byte = 0;  // of what all ranks of a host send out, or receive, together
  bool sites = false;                     // whether these are sites

  bool told_apart() const { return !of_rank.empty(); }
  int of(int rank) const { return of_rank[static_cast<std::size_t>(rank)]; }
  int count() const { return host_count(of_rank); }
  // What passes a rank's link to the others of its host, which has `near` for them and `far` for other hosts.
  template <class Amount>
  Amount on_inner_link(Amount near, Amount far) const {
    return sites ? near + far : near;
  }
  friend bool operator==(const Hosts&, const Hosts&) = default;
};

// What a platform costs, seen from one communicator.
struct Platform {
  std::vector<double> cycle_times;  // by rank, relative to the fastest
  double seconds_per_flop = 0;      // of the fastest, in products with a long inner dimension
  // All ranks sending at once; where hosts are told apart, between hosts, one rank of each sending.
  LinkCosts between = {};
  // One wire carries all messages, one after the other or each more slowly: `between` is the cost of one alone.
  // Hosts are not told apart then.
  bool shared_medium = false;
  // A byte read in one place and written in another on the fastest process, at memory speed.
  double seconds_per_copied_byte = 2.5e-10;
  // Beside its bytes, for an element that lies far from the one before: of a row, or of a column's rows at random.
  double seconds_per_jump = 3e-9;
  KernelRates rates = {};
  Hosts hosts = {};

  double cycle_time(int rank) const { return cycle_times[static_cast<std::size_t>(rank)]; }
  // How many times as long each of `messages` takes that are sent at the same time, by different ranks.
  double all_at_once(int messages) const { return shared_medium ? messages : 1; }
  // From one rank to another, each of which has its links for itself.
  const LinkCosts& link(int from, int to) const {
    return hosts.told_apart() && hosts.of(from) == hosts.of(to) ? hosts.inside : between;
  }
  // Of a message to another host, while `together` ranks of its host send out.
  LinkCosts outside(int together) const {
    LinkCosts link = between;
    link.seconds_per_byte = std::max(link.seconds_per_byte, together * hosts.interface_seconds_per_byte);
    return link;
  }
  friend bool operator==(const Platform&, const Platform&) = default;
};

}  // namespace het
