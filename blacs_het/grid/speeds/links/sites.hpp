#pragma once
#include <vector>

#include "blacs_het/grid/speeds/links/timed_messages.hpp"

namespace het {

// Of so many hosts at most sites are looked for, in as many rounds of messages as there are hosts.
constexpr int most_hosts_on_sites = 64;

// By rank, a number from 0 on of the site of its host, `hosts` its host's: hosts are on one site if they are near each
// other, or near hosts of it. Two are near if a short message between them takes no more than ten times as long as one
// between the nearest two. `seconds[a * n + b]` it took between hosts a and b of n, as b timed it or as a did: the shorter
// one counts. All on one site where there are fewer than three hosts. Pure, O(n^2 + ranks).
//
// Worked example, three hosts, 20 us from 0 to 1 and 5 ms to 2: of hosts 0 0 1 2 the sites are 0 0 0 1.
std::vector<int> sites_of(const std::vector<int>& hosts, const std::vector<double>& seconds);

// The same as all processes measure it: the first ranks of each two hosts exchange short messages. Equal on all of them; all
// on one site where hosts are fewer than three, or more than most_hosts_on_sites. Collective, O(hosts) messages of each host.
std::vector<int> find_sites(const Communicator& comm, const TimedMessages& timed,
                            const std::vector<int>& hosts);

}  // namespace het
