#pragma once
#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/qr/block_reflector.hpp"
#include "src/algorithm/factor/qr/product_sum.hpp"
#include "src/distribution/panels/reflectors/reflector_stairs.hpp"

namespace het {

// A(k:m, columns) := Q^H A(k:m, columns) for a panel's block reflector Q = I - V T V^H:
//   W := A^H V T,  A -= V W^H,
// in pieces of columns: while the sum of one piece over the process column travels, the next one is multiplied. A^H V
// runs faster than V^H A, and a piece that is not too wide is still in the cache for the second product.
template <Scalar T>
class QrUpdate {
 public:
  // Memory for panels of at most `width` columns.
  QrUpdate(const GridMatrix<T>& a, Extent width, const Slicing& slicing);

  // Collective over the process column, whose ranks all have the local columns [begin, end); k is the row of the first
  // reflector. Looks at other messages with poll(). 4 m w columns operations over the process column.
  void apply(const BlockReflector<T>& h, Extent k, Extent begin, Extent end, const Idle& poll);

  // Whether others wait for what this rank passes on when poll() is called; how much it has to do until it asks
  // again: 4 `elements` `width` operations.
  void set_awaited(bool awaited) { slicing_.awaited = awaited; }
  void set_step(Extent elements, Extent width);

  // Of all calls: seconds spent in products and with their sums, and waiting for what these need; bytes sent.
  double busy() const { return busy_; }
  double waited() const { return waited_; }
  Extent bytes_sent() const;

 private:
  // W := A^H V;  A -= V W^H, for the local columns of a piece.
  void multiply(const BlockReflector<T>& h, const T* a, ProductSum<T>& w, const Idle& poll);
  void subtract(const BlockReflector<T>& h, T* a, const ProductSum<T>& w, const Idle& poll);
  // product(first column, columns) for the columns of a piece, with looks at the messages between slices.
  template <class Product>
  void in_slices_of(const BlockReflector<T>& h, Extent columns, const Idle& poll, Product product);
  // Looks at the sums' messages, and at others by poll().
  void look(const Idle& poll);
  ProductSum<T>& sum(Extent piece) { return sums_[static_cast<std::size_t>(piece) % sums_.size()]; }

  const GridMatrix<T>* a_;
  Extent lld_, lag_, piece_;
  Slicing slicing_;
  std::vector<ReflectorStair> stairs_;
  std::vector<ProductSum<T>> sums_;
  JointLook look_;
  double busy_ = 0, waited_ = 0;
};

}  // namespace het
