#include "blacs_het/grid/speeds/links.hpp"

#include <algorithm>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// Length of the message that shows the bandwidth, and of the one that is sent for it: above the shortest messages time
// is a linear function of the length. In virtual time exactly so, and a thousand processes hold two of them each on one
// machine.
constexpr Extent link_bytes = Extent{4} << 20, sent_bytes = link_bytes >> (charge::virtual_time ? 4 : 2);
constexpr int burst_messages = 9;
constexpr int samples = 5;
constexpr int tag = 6;

// Seconds that a message of `bytes` to the next rank and one from the previous one take.
double ring_seconds(const Communicator& comm, Extent bytes) {
  const Buffer<char> out(bytes), in(bytes);
  std::fill(out.span().begin(), out.span().end(), 0);
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    check_mpi(MPI_Sendrecv(out.data(), message_bytes(bytes), MPI_BYTE, next, tag, in.data(),
                           message_bytes(bytes), MPI_BYTE, previous, tag, comm.get(), MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

// Seconds of `messages` short messages to the next rank, and as many from the previous one, all at once.
double burst_seconds(const Communicator& comm, int messages) {
  const int next = (comm.rank() + 1) % comm.size(), previous = (comm.rank() + comm.size() - 1) % comm.size();
  std::vector<MPI_Request> requests(static_cast<std::size_t>(2 * messages));
  std::vector<char> out(static_cast<std::size_t>(messages)), in(out);
  std::vector<double> seen;
  for (int sample = 0; sample < samples; ++sample) {
    const double begin = MPI_Wtime();
    for (std::size_t i = 0; i < out.size(); ++i) {
      check_mpi(MPI_Irecv(&in[i], 1, MPI_BYTE, previous, tag, comm.get(), &requests[2 * i]), "MPI_Irecv");
      check_mpi(MPI_Isend(&out[i], 1, MPI_BYTE, next, tag, comm.get(), &requests[2 * i + 1]), "MPI_Isend");
    }
    check_mpi(MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    seen.push_back(MPI_Wtime() - begin);
  }
  return median(seen);
}

}  // namespace

LinkSpeeds measure_links(const Communicator& comm) {
  LinkSpeeds links;
  if (comm.size() == 1) return links;
  links.latency = largest(comm, ring_seconds(comm, 1));
  const double burst = largest(comm, burst_seconds(comm, burst_messages));
  links.message_overhead = std::clamp((burst - links.latency) / (burst_messages - 1), 0.0, links.latency);
  const double sent = largest(comm, ring_seconds(comm, sent_bytes));
  const double longer = static_cast<double>(link_bytes - sent_bytes) / static_cast<double>(sent_bytes - 1);
  links.seconds_per_byte = (sent + longer * (sent - links.latency)) / static_cast<double>(link_bytes);
  return links;
}

}  // namespace het
