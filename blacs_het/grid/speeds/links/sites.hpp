#pragma once
#include <vector>

#include "blacs_het/grid/speeds/links/timed_messages.hpp"

namespace het {

// Of so many hosts at most sites are looked for, since every two exchange short messages.
constexpr int most_hosts_on_sites = 64;

// By rank, a number from 0 on of the site of its host, `hosts` its host's: hosts are on one site if they are near each
// other, or near hosts of it. Two are near if a short message between them takes no more than ten times as long as one
// between the nearest two, and where some ranks share a host a hundred times: then hosts count for less than sites only if
// these are very far. `seconds[a * n + b]` it takes from host a to b of n, as one of them timed it; where both did, the shorter
// counts. All on one site where there are fewer than three hosts. Pure, O(n^3 + ranks).
//
// Worked example, three hosts, 20 us from 0 to 1 and 5 ms to 2: of hosts 0 1 2 the sites are 0 0 1.
std::vector<int> sites_of(const std::vector<int>& hosts, const std::vector<double>& seconds);

// The same as the first ranks of each two hosts time it; where they find several sites, twice, so that nobody is far who was
// held up. Equal on all processes; all on one site where hosts are fewer than three, or more than most_hosts_on_sites.
// Collective, O(hosts) short messages of each host.
std::vector<int> find_sites(const Communicator& comm, const TimedMessages& timed,
                            const std::vector<int>& hosts);

}  // namespace het
