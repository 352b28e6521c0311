#include "blacs_het/grid/speeds/links/links.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/links/rings.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// Length of the message that is sent to show the bandwidth. In virtual time time is exactly linear in the length, and a
// thousand processes hold two of them each on one machine.
constexpr Extent sent_bytes = long_message_bytes >> (charge::virtual_time ? 4 : 2);
// Where there is more than one kind of link to measure.
constexpr Extent alone_bytes = sent_bytes / 2, quick_bytes = sent_bytes / 4, least_bytes = Extent{1} << 14;
// Part of a message's time that is latency, at most.
constexpr double most_latency = .95;
constexpr int burst_messages = 9;
constexpr int samples = 5;
constexpr int tag = 6;

// Seconds that a message of `bytes` to the next process and one from the previous one take.
double ring_seconds(const Communicator& comm, const Neighbours& ring, Extent bytes) {
  const Buffer<char> out(bytes), in(bytes);
  std::fill(out.span().begin(), out.span().end(), 0);
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    check_mpi(MPI_Sendrecv(out.data(), message_bytes(bytes), MPI_BYTE, ring.next, tag, in.data(),
                           message_bytes(bytes), MPI_BYTE, ring.previous, tag, comm.get(), MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

// Seconds of `messages` short messages to the next process, and as many from the previous one, all at once.
double burst_seconds(const Communicator& comm, const Neighbours& ring, int messages) {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(2 * messages));
  std::vector<char> out(static_cast<std::size_t>(messages)), in(out);
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    for (std::size_t i = 0; i < out.size(); ++i) {
      check_mpi(MPI_Irecv(&in[i], 1, MPI_BYTE, ring.previous, tag, comm.get(), &requests[2 * i]),
                "MPI_Irecv");
      check_mpi(MPI_Isend(&out[i], 1, MPI_BYTE, ring.next, tag, comm.get(), &requests[2 * i + 1]),
                "MPI_Isend");
    }
    check_mpi(MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

// Of the slowest process; of those that only look on, 0.
double slowest(const Communicator& comm, const Neighbours& ring, double seconds) {
  return largest(comm, ring.takes_part() ? seconds : 0);
}

double seconds_per_byte(const Communicator& comm, const Neighbours& ring, Extent bytes, double latency) {
  return long_message_seconds_per_byte(bytes, slowest(comm, ring, ring_seconds(comm, ring, bytes)), latency);
}

LinkCosts measured(const Communicator& comm, const Neighbours& ring, Extent bytes) {
  LinkCosts link;
  link.latency = slowest(comm, ring, ring_seconds(comm, ring, 1));
  const double burst = slowest(comm, ring, burst_seconds(comm, ring, burst_messages));
  link.message_overhead = std::clamp((burst - link.latency) / (burst_messages - 1), 0.0, link.latency);
  link.seconds_per_byte = seconds_per_byte(comm, ring, bytes, link.latency);
  return link;
}

// A message that goes alone, on the slowest of the ring's hops: a slow link is slow alone too, and no shared medium. Shorter
// messages leave before those before them have come, and travel together.
double alone_seconds_per_byte(const Communicator& comm, double latency) {
  double slowest_hop = 0;
  for (int from = 0; from < comm.size(); ++from) {
    const Neighbours hop = one_pair(from, (from + 1) % comm.size(), comm.rank());
    slowest_hop = std::max(slowest_hop, largest(comm, ring_seconds(comm, hop, alone_bytes)));
  }
  return long_message_seconds_per_byte(alone_bytes, slowest_hop, latency);
}

// Each of all processes sends to the next one.
void measure_alike(const Communicator& comm, const std::vector<int>& hosts, LinkSpeeds& links) {
  LinkCosts& between = links.between;
  between = measured(comm, ring_of_all(comm.size(), comm.rank()), sent_bytes);
  constexpr int most_on_one_wire = 16;  // of more, hop by hop, it would take too long to find out
  if (hosts.back() == hosts.front() || comm.size() > most_on_one_wire) return;  // memory, or a network
  const double alone = alone_seconds_per_byte(comm, between.latency);
  links.shared_medium = is_shared_medium(comm.size(), between.seconds_per_byte, alone);
  if (links.shared_medium) between.seconds_per_byte = alone;
}

}  // namespace

bool is_shared_medium(int processes, double all_seconds_per_byte, double alone_seconds_per_byte) {
  constexpr double nearly = 0.75;
  return processes > 2 && all_seconds_per_byte > nearly * processes * alone_seconds_per_byte;
}

double long_message_seconds_per_byte(Extent bytes, double seconds, double latency) {
  // Measured at another moment, the latency may have come out longer than all of the message.
  const double moving = seconds - std::min(latency, most_latency * seconds);
  const double longer = static_cast<double>(long_message_bytes - bytes) / static_cast<double>(bytes - 1);
  return (seconds + longer * moving) / static_cast<double>(long_message_bytes);
}

LinkSpeeds measure_links(const Communicator& comm, const std::vector<int>& hosts) {
  LinkSpeeds links;
  if (comm.size() == 1) return links;
  if (!differ(hosts)) {
    measure_alike(comm, hosts, links);
    return links;
  }
  // All ranks of a host together send as much as one of them would alone.
  const int sharing = most_that_send_out(hosts);
  const LinkCosts together =
      measured(comm, between_hosts(hosts, comm.rank()), std::max(sent_bytes / sharing, least_bytes));
  links.between = together;
  links.between.seconds_per_byte =
      seconds_per_byte(comm, ring_of_first_ranks(hosts, comm.rank()), quick_bytes, together.latency);
  links.hosts = {hosts, measured(comm, ring_within_host(hosts, comm.rank()), quick_bytes),
                 together.seconds_per_byte / sharing};
  return links;
}

}  // namespace het
