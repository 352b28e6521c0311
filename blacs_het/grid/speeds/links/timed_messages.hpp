#pragma once
#include <algorithm>
#include <vector>

#include "blacs_het/grid/speeds/links/message_times.hpp"
#include "blacs_het/grid/speeds/links/rings.hpp"
#include "src/base/buffer.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/mpi.hpp"
#include "src/model/platform.hpp"

namespace het {

// Messages between the processes of a communicator, whose memory it holds, timed: of five samples the middle one, and where
// not said otherwise, of the slowest process. Collective.
class TimedMessages {
 public:
  // Bytes of the longest message, which is sent to show the bandwidth. In virtual time time is exactly linear in the length,
  // and a thousand processes hold two of them each on one machine.
  static constexpr Extent most_bytes = long_message_bytes >> (charge::virtual_time ? 4 : 2);

  explicit TimedMessages(const Communicator& comm) : comm_(comm) {
    std::fill(out_.span().begin(), out_.span().end(), 0);
  }

  // One at a time, several short ones at a time, and long ones of so many bytes.
  LinkCosts costs(const Neighbours& ring, Extent bytes) const;
  double seconds_per_byte(const Neighbours& ring, Extent bytes, double latency) const;
  // Between this process and another one, which calls this as well, whenever the two come here: half of the least of five
  // round trips, as the lower rank times it. Infinite on the other one.
  double latency_to(int other) const;
  // A message of `bytes` that goes alone, on the slowest of the ring's hops: a slow link is slow alone too, and no shared
  // medium. Shorter messages leave before those before them have come, and travel together.
  double alone_seconds_per_byte(Extent bytes, double latency) const;

 private:
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

  double ring_seconds(const Neighbours& ring, Extent bytes) const;
  double burst_seconds(const Neighbours& ring, int messages) const;
  double seconds_beside_work(const Neighbours& ring, Extent bytes) const;
  double usual(const Neighbours& ring, double seconds) const;
  double slowest(const Neighbours& ring, double seconds) const;

  const Communicator& comm_;
  ShortWork work_;
  Buffer<char> out_{most_bytes}, in_{most_bytes};
};

}  // namespace het
