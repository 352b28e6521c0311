#include "blacs_het/grid/speeds/links/links.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/links/message_times.hpp"
#include "blacs_het/grid/speeds/links/rings.hpp"
#include "blacs_het/grid/speeds/links/sites.hpp"
#include "blacs_het/grid/speeds/links/timed_messages.hpp"
#include "blacs_het/grid/speeds/made_on_all.hpp"

namespace het {
namespace {

constexpr Extent sent_bytes = TimedMessages::most_bytes;
// Where there is more than one kind of link to measure.
constexpr Extent alone_bytes = sent_bytes / 2, quick_bytes = sent_bytes / 4, least_bytes = Extent{1} << 14;

// Each of all processes sends to the next one.
LinkSpeeds measure_alike(const Communicator& comm, const TimedMessages& timed, bool one_host) {
  LinkSpeeds links;
  LinkCosts& between = links.between;
  between = timed.costs(ring_of_all(comm.size(), comm.rank()), sent_bytes);
  constexpr int most_on_one_wire = 16;  // of more, hop by hop, it would take too long to find out
  if (one_host || comm.size() > most_on_one_wire) return links;  // memory, or a network
  const double alone = timed.alone_seconds_per_byte(alone_bytes, between.latency);
  links.shared_medium = is_shared_medium(comm.size(), between.seconds_per_byte, alone);
  if (links.shared_medium) between.seconds_per_byte = alone;
  return links;
}

// Of sites, or hosts, that some ranks share and others do not. All ranks of one together send as much as one of them would
// alone.
LinkSpeeds measure_apart(const Communicator& comm, const TimedMessages& timed, const std::vector<int>& sites,
                         const std::vector<int>& hosts) {
  const int sharing = most_that_send_out(sites);
  const LinkCosts together =
      timed.costs(between_hosts(sites, comm.rank()), std::max(sent_bytes / sharing, least_bytes));
  LinkSpeeds links;
  links.between = together;
  links.between.seconds_per_byte =
      timed.seconds_per_byte(ring_of_first_ranks(sites, comm.rank()), quick_bytes, together.latency);
  links.hosts = {sites, timed.costs(ring_within_site(sites, hosts, comm.rank()), quick_bytes),
                 together.seconds_per_byte / sharing};
  return links;
}

}  // namespace

LinkSpeeds measure_links(const Communicator& comm, const std::vector<int>& hosts) {
  if (comm.size() == 1) return {};
  const auto timed = made_on_all(comm, [&] { return TimedMessages(comm); });
  LinkSpeeds links = differ(hosts) ? measure_apart(comm, timed, hosts, hosts)
                                   : measure_alike(comm, timed, hosts.back() == hosts.front());
  if (links.shared_medium) return links;
  const std::vector<int> sites = find_sites(comm, timed, hosts);
  if (!differ(sites)) return links;
  links = measure_apart(comm, timed, sites, hosts);
  links.hosts.sites = true;
  return links;
}

}  // namespace het
