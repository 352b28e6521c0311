#include "blacs_het/grid/speeds/links/rings.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/model/platform.hpp"

namespace het {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::vector<int> ranks_by_host(const std::vector<int>& hosts) {
  std::vector<int> ranks(hosts.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) { return hosts[at(a)] < hosts[at(b)]; });
  return ranks;
}

// The neighbours of a rank where each of `ranks` sends to the one `shift` places further on, and round.
Neighbours shifted(const std::vector<int>& ranks, int rank, int shift) {
  const auto found = std::find(ranks.begin(), ranks.end(), rank);
  const int size = static_cast<int>(ranks.size()), place = static_cast<int>(found - ranks.begin());
  if (place == size || size == 1) return {};
  return {ranks[at((place + shift) % size)], ranks[at((place + size - shift) % size)]};
}

}  // namespace

Neighbours ring_of_all(int ranks, int rank) {
  return ranks == 1 ? Neighbours{} : Neighbours{(rank + 1) % ranks, (rank + ranks - 1) % ranks};
}

Neighbours one_pair(int from, int to, int rank) {
  Neighbours pair;
  if (rank == from) pair.next = to;
  if (rank == to) pair.previous = from;
  return pair;
}

Neighbours ring_of_first_ranks(const std::vector<int>& hosts, int rank) {
  return shifted(first_ranks(hosts), rank, 1);
}

std::vector<int> first_ranks(const std::vector<int>& hosts) {
  std::vector<int> ranks(static_cast<std::size_t>(host_count(hosts)));
  for (int rank = static_cast<int>(hosts.size()); rank-- > 0;) ranks[at(hosts[at(rank)])] = rank;
  return ranks;
}

int other_of_pair(int one, int round) {
  return static_cast<int>(static_cast<unsigned>(one) ^ static_cast<unsigned>(round));
}

int rounds_of_pairs(int count) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(count))) - 1; }

Neighbours ring_within_site(const std::vector<int>& sites, const std::vector<int>& hosts, int rank) {
  std::vector<int> ranks, place_on_host(hosts.size()), seen(hosts.size());
  for (int other = 0; other < static_cast<int>(hosts.size()); ++other) {
    place_on_host[at(other)] = seen[at(hosts[at(other)])]++;
    if (sites[at(other)] == sites[at(rank)]) ranks.push_back(other);
  }
  std::ranges::stable_sort(ranks, {}, [&](int other) { return place_on_host[at(other)]; });
  return shifted(ranks, rank, 1);
}

Neighbours between_hosts(const std::vector<int>& hosts, int rank) {
  Neighbours all = shifted(ranks_by_host(hosts), rank, most_on_a_host(hosts));
  if (!all.takes_part()) return all;
  if (hosts[at(all.next)] == hosts[at(rank)]) all.next = MPI_PROC_NULL;
  if (hosts[at(all.previous)] == hosts[at(rank)]) all.previous = MPI_PROC_NULL;
  return all;
}

int most_on_a_host(const std::vector<int>& hosts) {
  std::vector<int> count(hosts.size());
  for (const int host : hosts) ++count[at(host)];
  return *std::max_element(count.begin(), count.end());
}

// The ranks of a host with c of all P, which send k places further on, reach c + k - P of their own.
int most_that_send_out(const std::vector<int>& hosts) {
  const int most = most_on_a_host(hosts);
  return std::min(most, static_cast<int>(hosts.size()) - most);
}

}  // namespace het
