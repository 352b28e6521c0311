#include "blacs_het/grid/speeds/links/links.hpp"

#include <algorithm>
#include <iterator>

#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/links/rings.hpp"
#include "blacs_het/grid/speeds/made_on_all.hpp"
#include "blacs_het/plan/learning/relative_speeds.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/bindings/tags.hpp"

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
constexpr int tag = tags::measured_links;

// Some microseconds of work, between which a process looks for messages.
class ShortWork {
 public:
  void operator()() const {
    blas::gemm('N', 'N', n, n, n, 1.0, a_.data(), n, a_.data(), n, 0.0, c_.data(), n);
  }

 private:
  static constexpr Extent n = 64;
  static Buffer<double> ones() {
    Buffer<double> buffer(n * n);
    std::fill(buffer.span().begin(), buffer.span().end(), 1);
    return buffer;
  }
  Buffer<double> a_ = ones(), c_ = ones();
};

// Messages between the processes of a communicator, whose memory it holds, timed.
class TimedMessages {
 public:
  explicit TimedMessages(const Communicator& comm) : comm_(comm) {
    std::fill(out_.span().begin(), out_.span().end(), 0);
  }

  // One at a time, several short ones at a time, and long ones of so many bytes.
  LinkCosts costs(const Neighbours& ring, Extent bytes) const {
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

  double seconds_per_byte(const Neighbours& ring, Extent bytes, double latency) const {
    return long_message_seconds_per_byte(bytes, slowest(ring, ring_seconds(ring, bytes)), latency);
  }

  // A message that goes alone, on the slowest of the ring's hops: a slow link is slow alone too, and no shared medium.
  // Shorter messages leave before those before them have come, and travel together.
  double alone_seconds_per_byte(double latency) const {
    double slowest_hop = 0;
    for (int from = 0; from < comm_.size(); ++from) {
      const Neighbours hop = one_pair(from, (from + 1) % comm_.size(), comm_.rank());
      slowest_hop = std::max(slowest_hop, max_over_processes(comm_, ring_seconds(hop, alone_bytes)));
    }
    return long_message_seconds_per_byte(alone_bytes, slowest_hop, latency);
  }

 private:
  // Seconds that a message of `bytes` to the next process and one from the previous one take.
  double ring_seconds(const Neighbours& ring, Extent bytes) const {
    std::vector<double> seen;
    for (int sample = 0; sample < samples; ++sample) {
      const double begin = MPI_Wtime();
      check_mpi(
          MPI_Sendrecv(out_.data(), message_bytes(bytes), MPI_BYTE, ring.next, tag, in_.data(),
                       message_bytes(bytes), MPI_BYTE, ring.previous, tag, comm_.get(), MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
      seen.push_back(MPI_Wtime() - begin);
    }
    return median(seen);
  }

  // Seconds of `messages` short messages to the next process, and as many from the previous one, all at once.
  double burst_seconds(const Neighbours& ring, int messages) const {
    std::vector<MPI_Request> requests(static_cast<std::size_t>(2 * messages));
    std::vector<double> seen;
    for (int sample = 0; sample < samples; ++sample) {
      const double begin = MPI_Wtime();
      for (int i = 0; i < messages; ++i) {
        const auto at = static_cast<std::size_t>(2 * i);
        check_mpi(MPI_Irecv(in_.data() + i, 1, MPI_BYTE, ring.previous, tag, comm_.get(), &requests[at]),
                  "MPI_Irecv");
        check_mpi(MPI_Isend(out_.data() + i, 1, MPI_BYTE, ring.next, tag, comm_.get(), &requests[at + 1]),
                  "MPI_Isend");
      }
      check_mpi(MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
      seen.push_back(MPI_Wtime() - begin);
    }
    return median(seen);
  }

  // Seconds in MPI of a process that computes meanwhile, until a message to the next process and one from the previous one
  // are through.
  double seconds_beside_work(const Neighbours& ring, Extent bytes) const {
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
        check_mpi(MPI_Irecv(in_.data(), message_bytes(bytes), MPI_BYTE, ring.previous, tag, comm_.get(),
                            &requests[0]),
                  "MPI_Irecv");
        check_mpi(
            MPI_Isend(out_.data(), message_bytes(bytes), MPI_BYTE, ring.next, tag, comm_.get(), &requests[1]),
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
  double usual(const Neighbours& ring, double seconds) const {
    const auto all = gather(comm_, ring.takes_part() ? seconds : -1);
    std::vector<double> seen;
    std::copy_if(all.begin(), all.end(), std::back_inserter(seen), [](double part) { return part >= 0; });
    return seen.empty() ? 0 : median(seen);
  }

  // Of the slowest process; of those that only look on, 0.
  double slowest(const Neighbours& ring, double seconds) const {
    return max_over_processes(comm_, ring.takes_part() ? seconds : 0);
  }

  const Communicator& comm_;
  ShortWork work_;
  Buffer<char> out_{sent_bytes}, in_{sent_bytes};  // no message is longer
};

// Each of all processes sends to the next one.
LinkSpeeds measure_alike(const Communicator& comm, const TimedMessages& timed, bool one_host) {
  LinkSpeeds links;
  LinkCosts& between = links.between;
  between = timed.costs(ring_of_all(comm.size(), comm.rank()), sent_bytes);
  constexpr int most_on_one_wire = 16;  // of more, hop by hop, it would take too long to find out
  if (one_host || comm.size() > most_on_one_wire) return links;  // memory, or a network
  const double alone = timed.alone_seconds_per_byte(between.latency);
  links.shared_medium = is_shared_medium(comm.size(), between.seconds_per_byte, alone);
  if (links.shared_medium) between.seconds_per_byte = alone;
  return links;
}

}  // namespace

bool is_shared_medium(int processes, double all_seconds_per_byte, double alone_seconds_per_byte) {
  constexpr double nearly = 0.75;
  return processes > 2 && all_seconds_per_byte > nearly * processes * alone_seconds_per_byte;
}

double overhead_of_a_message(double burst, int messages, double latency) {
  return std::clamp(std::min(burst / (2 * messages), (burst - latency) / (messages - 1)), 0.0, latency / 2);
}

double own_time_per_byte(Extent bytes, double long_seconds, double short_seconds, double waiting) {
  return std::max(std::min(long_seconds, waiting) - short_seconds, 0.0) / static_cast<double>(bytes - 1);
}

double long_message_seconds_per_byte(Extent bytes, double seconds, double latency) {
  // Measured at another moment, the latency may have come out longer than all of the message.
  const double moving = seconds - std::min(latency, most_latency * seconds);
  const double longer = static_cast<double>(long_message_bytes - bytes) / static_cast<double>(bytes - 1);
  return (seconds + longer * moving) / static_cast<double>(long_message_bytes);
}

LinkSpeeds measure_links(const Communicator& comm, const std::vector<int>& hosts) {
  if (comm.size() == 1) return {};
  const auto timed = made_on_all(comm, [&] { return TimedMessages(comm); });
  if (!differ(hosts)) return measure_alike(comm, timed, hosts.back() == hosts.front());
  // All ranks of a host together send as much as one of them would alone.
  const int sharing = most_that_send_out(hosts);
  const LinkCosts together =
      timed.costs(between_hosts(hosts, comm.rank()), std::max(sent_bytes / sharing, least_bytes));
  LinkSpeeds links;
  links.between = together;
  links.between.seconds_per_byte =
      timed.seconds_per_byte(ring_of_first_ranks(hosts, comm.rank()), quick_bytes, together.latency);
  links.hosts = {hosts, timed.costs(ring_within_host(hosts, comm.rank()), quick_bytes),
                 together.seconds_per_byte / sharing};
  return links;
}

}  // namespace het
