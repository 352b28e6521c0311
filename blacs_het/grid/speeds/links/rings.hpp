#pragma once
// Who sends to whom while links are measured. All pure; `hosts` is the number of each rank's host.
#include <mpi.h>

#include <vector>

namespace het {

struct Neighbours {
  int next = MPI_PROC_NULL, previous = MPI_PROC_NULL;
  bool takes_part() const { return next != MPI_PROC_NULL; }
  friend bool operator==(const Neighbours&, const Neighbours&) = default;
};

// All ranks, one after the other.
Neighbours ring_of_all(int ranks, int rank);
// One rank to another.
Neighbours one_pair(int from, int to, int rank);
// The first rank of each host.
Neighbours ring_of_first_ranks(const std::vector<int>& hosts, int rank);
// In the order of hosts. O(ranks).
std::vector<int> first_ranks(const std::vector<int>& hosts);
// Whom each of so many meets in a round, all in pairs: after rounds_of_pairs(count) of them, from 1 on, each two have met. None
// of them (`count` or more) where there is nobody left.
// Worked example, three: round 1 has 0 and 1, round 2 has 0 and 2, round 3 has 1 and 2.
int other_of_pair(int one, int round);
int rounds_of_pairs(int count);
// The ranks of a site, from host to host as far as others have as many, so that all send through interfaces; of a host, where
// sites are hosts. None where a rank has its site to itself.
// Worked example, sites 0 0 0 0 1 1 and hosts 0 0 1 1 2 2: 0 to 2, 2 to 1, 1 to 3, 3 to 0.
Neighbours ring_within_site(const std::vector<int>& sites, const std::vector<int>& hosts, int rank);
// Every rank to one of another host, as far as there are others enough; else it sends nothing.
// Worked example, hosts 0 0 1 1: 0 to 2, 1 to 3, 2 to 0, 3 to 1.
Neighbours between_hosts(const std::vector<int>& hosts, int rank);

int most_on_a_host(const std::vector<int>& hosts);
// Of a host, while all of them send between hosts.
int most_that_send_out(const std::vector<int>& hosts);

}  // namespace het
