#include "blacs_het/grid/speeds/links/timed_messages.hpp"

#include <iterator>
#include <limits>

#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/bindings/tags.hpp"

namespace het {
namespace {

constexpr int burst_messages = 9;
constexpr int samples = 5, round_trips = 5;

}  // namespace

LinkCosts TimedMessages::costs(const Neighbours& ring, Extent bytes) const {
  LinkCosts link;
  link.latency = slowest(ring, ring_seconds(ring, 1));
  const double burst = slowest(ring, burst_seconds(ring, burst_messages));
  link.message_overhead = overhead_of_a_message(burst, burst_messages, link.latency);
  const double waiting = slowest(ring, ring_seconds(ring, bytes));
  link.seconds_per_byte = long_message_seconds_per_byte(bytes, waiting, link.latency);
  if (!charge::virtual_time)
    link.own_seconds_per_byte = own_time_per_byte(bytes, usual(ring, seconds_beside_work(ring, bytes)),
                                                  usual(ring, seconds_beside_work(ring, 1)), waiting);
  return link;
}

// There and back: of messages that cross each other the one who came late would find his there already, again and again.
double TimedMessages::latency_to(int other) const {
  const bool leads = comm_.rank() < other;
  char byte = 0;
  const auto send = [&] {
    check_mpi(MPI_Send(&byte, 1, MPI_BYTE, other, tags::measured_links, comm_.get()), "MPI_Send");
  };
  const auto receive = [&] {
    check_mpi(MPI_Recv(&byte, 1, MPI_BYTE, other, tags::measured_links, comm_.get(), MPI_STATUS_IGNORE),
              "MPI_Recv");
  };
  double least = std::numeric_limits<double>::infinity();
  for (int trip = 0; trip < round_trips; ++trip) {
    const double begin = MPI_Wtime();
    if (leads) send();
    receive();
    if (!leads) send();
    if (leads) least = std::min(least, (MPI_Wtime() - begin) / 2);
  }
  return least;
}

double TimedMessages::seconds_per_byte(const Neighbours& ring, Extent bytes, double latency) const {
  return long_message_seconds_per_byte(bytes, slowest(ring, ring_seconds(ring, bytes)), latency);
}

double TimedMessages::alone_seconds_per_byte(Extent bytes, double latency) const {
  double slowest_hop = 0;
  for (int from = 0; from < comm_.size(); ++from) {
    const Neighbours hop = one_pair(from, (from + 1) % comm_.size(), comm_.rank());
    slowest_hop = std::max(slowest_hop, max_over_processes(comm_, ring_seconds(hop, bytes)));
  }
  return long_message_seconds_per_byte(bytes, slowest_hop, latency);
}

// Seconds that a message of `bytes` to the next process and one from the previous one take.
double TimedMessages::ring_seconds(const Neighbours& ring, Extent bytes) const {
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    check_mpi(MPI_Sendrecv(out_.data(), message_bytes(bytes), MPI_BYTE, ring.next, tags::measured_links,
                           in_.data(), message_bytes(bytes), MPI_BYTE, ring.previous, tags::measured_links,
                           comm_.get(), MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

// Seconds of `messages` short messages to the next process, and as many from the previous one, all at once.
double TimedMessages::burst_seconds(const Neighbours& ring, int messages) const {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(2 * messages));
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    for (int i = 0; i < messages; ++i) {
      const auto at = static_cast<std::size_t>(2 * i);
      check_mpi(MPI_Irecv(in_.data() + i, 1, MPI_BYTE, ring.previous, tags::measured_links, comm_.get(),
                          &requests[at]),
                "MPI_Irecv");
      check_mpi(MPI_Isend(out_.data() + i, 1, MPI_BYTE, ring.next, tags::measured_links, comm_.get(),
                          &requests[at + 1]),
                "MPI_Isend");
    }
    check_mpi(MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

// Seconds in MPI of a process that computes meanwhile, until a message to the next process and one from the previous one
// are through.
double TimedMessages::seconds_beside_work(const Neighbours& ring, Extent bytes) const {
  const auto in_mpi = [](auto call) {
    const double begin = MPI_Wtime();
    call();
    return MPI_Wtime() - begin;
  };
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    MPI_Request requests[2];
    int done = 0;
    double seconds = in_mpi([&] {
      check_mpi(MPI_Irecv(in_.data(), message_bytes(bytes), MPI_BYTE, ring.previous, tags::measured_links,
                          comm_.get(), &requests[0]),
                "MPI_Irecv");
      check_mpi(MPI_Isend(out_.data(), message_bytes(bytes), MPI_BYTE, ring.next, tags::measured_links,
                          comm_.get(), &requests[1]),
                "MPI_Isend");
    });
    while (!done) {
      work_();
      seconds +=
          in_mpi([&] { check_mpi(MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE), "MPI_Testall"); });
    }
    seen.push_back(seconds);
  }
  return median(seen);
}

// Of the process in the middle; those that only look on do not count.
double TimedMessages::usual(const Neighbours& ring, double seconds) const {
  const auto all = gather(comm_, ring.takes_part() ? seconds : -1);
  std::vector<double> seen;
  std::copy_if(all.begin(), all.end(), std::back_inserter(seen), [](double part) { return part >= 0; });
  return seen.empty() ? 0 : median(seen);
}

// Of the slowest process; of those that only look on, 0.
double TimedMessages::slowest(const Neighbours& ring, double seconds) const {
  return max_over_processes(comm_, ring.takes_part() ? seconds : 0);
}

}  // namespace het
