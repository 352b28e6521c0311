#include "blacs_het/grid/speeds/links/sites.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/links/rings.hpp"
#include "src/bindings/processes/collectives.hpp"

namespace het {
namespace {

constexpr double near = 10;  // times the least latency

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

// Of rows of all ranks, those of the first rank of each host.
std::vector<double> rows_of_first_ranks(const std::vector<int>& hosts, const std::vector<double>& rows) {
  const auto length = rows.size() / hosts.size();
  std::vector<double> found;
  for (std::size_t rank = 0; found.size() < length * length; ++rank)
    if (hosts[rank] * length == found.size())
      std::copy_n(rows.begin() + rank * length, length, std::back_inserter(found));
  return found;
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
  double least = std::numeric_limits<double>::infinity();
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
  const auto count = static_cast<std::size_t>(host_count(hosts));
  if (count < 3 || count > most_hosts_on_sites) return sites;
  std::vector<double> mine(count);
  for (int round = 1; round <= rounds_of_pairs(hosts); ++round) {
    const Neighbours pair = pair_of_first_ranks(hosts, comm.rank(), round);
    if (pair.takes_part())
      mine[static_cast<std::size_t>(hosts[static_cast<std::size_t>(pair.next)])] = timed.latency(pair);
  }
  const auto all = gather_to_root(comm, std::span<const double>(mine));
  if (comm.rank() == 0) sites = sites_of(hosts, rows_of_first_ranks(hosts, all));
  check_mpi(MPI_Bcast(sites.data(), comm.size(), MPI_INT, 0, comm.get()), "MPI_Bcast");
  return sites;
}

}  // namespace het
