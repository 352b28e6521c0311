#pragma once
#include "src/base/local_array.hpp"
#include "src/bindings/tags.hpp"
#include "src/redistribute/exchange.hpp"

namespace het {

// Y(part) := op(X(part)) + beta Y(part), as `arrival` says, between any two distributions of one communicator.
// Collective over `comm`, with tags::redistribution; a rank without source or target passes any pointer. m x n is the
// shape of X's part. Returns the bytes this rank sent.
//
// Memory: none, or limits.window * limits.chunk_bytes per rank where elements are not just copied. Volume: each
// element travels once, from its owner to its new owner, and not at all when they are the same rank. Throws Error for
// parts outside their matrices, and std::bad_alloc, both before any communication.
template <Scalar T>
Extent redistribute(const Communicator& comm, MatrixPart x, LocalArray<const T> x_local, MatrixPart y,
                    LocalArray<T> y_local, Extent m, Extent n, Arrival<T> arrival = {},
                    ExchangeLimits limits = {}) {
  Exchange<T> exchange(Schedule(x, y, m, n, arrival.transposed), comm, tags::redistribution, arrival, limits);
  exchange.start(x_local, y_local);
  exchange.finish();
  return exchange.bytes_sent();
}

}  // namespace het
