#pragma once
#include <cstddef>

#include "src/base/buffer.hpp"
#include "src/base/precision.hpp"

namespace het {

// Memory for messages in rooms of one size, which are taken in turn.
template <Scalar T>
class MessageRooms {
 public:
  MessageRooms() = default;
  MessageRooms(std::size_t rooms, Extent elements)
      : rooms_(rooms), elements_(elements), memory_(static_cast<Extent>(rooms) * elements) {}

  // The room of the k-th that takes one.
  T* of(std::size_t k) const {
    return rooms_ == 0 ? nullptr : memory_.data() + static_cast<Extent>(k % rooms_) * elements_;
  }

 private:
  std::size_t rooms_ = 0;
  Extent elements_ = 0;
  Buffer<T> memory_;
};

}  // namespace het
