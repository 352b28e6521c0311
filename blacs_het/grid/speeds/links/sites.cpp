#include "blacs_het/grid/speeds/links/sites.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/links/rings.hpp"
#include "src/model/platform.hpp"

namespace het {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Of n hosts, by host the least one that is on its site.
class Sites {
 public:
  explicit Sites(std::size_t hosts) : first_(hosts) {
    for (std::size_t host = 0; host < hosts; ++host) first_[host] = host;
  }
  void join(std::size_t a, std::size_t b) {
    const auto [first, other] = std::minmax(first_[a], first_[b]);
    std::ranges::replace(first_, std::size_t{other}, std::size_t{first});
  }
  std::size_t operator[](int host) const { return first_[static_cast<std::size_t>(host)]; }

 private:
  std::vector<std::size_t> first_;
};

// Of this process, if it is the first one of its host: the shortest message to each other host so far.
void time_messages(const Communicator& comm, const TimedMessages& timed, const std::vector<int>& first,
                   std::vector<double>& seconds) {
  const auto found = std::ranges::find(first, comm.rank());
  if (found == first.end()) return;
  const int count = static_cast<int>(first.size()), host = static_cast<int>(found - first.begin());
  for (int round = 1; round <= rounds_of_pairs(count); ++round) {
    const int other = other_of_pair(host, round);
    if (other >= count) continue;
    double& between = seconds[static_cast<std::size_t>(host * count + other)];
    between = std::min(between, timed.latency_to(first[static_cast<std::size_t>(other)]));
  }
}

}  // namespace

std::vector<int> sites_of(const std::vector<int>& hosts, const std::vector<double>& seconds) {
  const auto n = static_cast<std::size_t>(host_count(hosts));
  const auto between = [&](std::size_t a, std::size_t b) {
    return std::min(seconds[a * n + b], seconds[b * n + a]);
  };
  const auto each_two = [&](auto f) {
    for (std::size_t b = 1; b < n; ++b)
      for (std::size_t a = 0; a < b; ++a) f(a, b);
  };
  const double near = differ(hosts) ? 100 : 10;
  double least = never;
  each_two([&](auto a, auto b) { least = std::min(least, between(a, b)); });
  Sites sites(n);
  each_two([&](auto a, auto b) {
    if (n < 3 || between(a, b) <= near * least) sites.join(a, b);
  });
  std::map<std::size_t, int> known;
  std::vector<int> of_rank;
  for (const int host : hosts)
    of_rank.push_back(known.emplace(sites[host], static_cast<int>(known.size())).first->second);
  return of_rank;
}

std::vector<int> find_sites(const Communicator& comm, const TimedMessages& timed,
                            const std::vector<int>& hosts) {
  std::vector<int> sites(hosts.size());
  const int count = host_count(hosts);
  if (count < 3 || count > most_hosts_on_sites) return sites;
  std::vector<double> mine(static_cast<std::size_t>(count * count), never), all(mine);
  for (int look = 0; look < 2; ++look) {
    time_messages(comm, timed, first_ranks(hosts), mine);
    check_mpi(MPI_Reduce(mine.data(), all.data(), count * count, MPI_DOUBLE, MPI_MIN, 0, comm.get()),
              "MPI_Reduce");
    if (comm.rank() == 0) sites = sites_of(hosts, all);
    check_mpi(MPI_Bcast(sites.data(), comm.size(), MPI_INT, 0, comm.get()), "MPI_Bcast");
    if (host_count(sites) == 1) break;
  }
  return sites;
}

}  // namespace het
