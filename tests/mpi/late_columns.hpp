#pragma once
// Columns of a matrix that arrive while it is factored, and elements that must be final when the factorization says so.
#include <functional>
#include <random>

#include "src/algorithm/moves.hpp"
#include "tests/mpi/distributed.hpp"

namespace het::test {

// A part of a distributed matrix whose columns a rank gets, a few at a time, when it looks at the messages often
// enough: how often that is differs from rank to rank. Until then they are poisoned.
template <Scalar T>
class LateColumns : public Moves {
 public:
  // Whether element (i, j) of the part is final when the steps of the columns below `col` are over.
  using IsFinal = std::function<bool(Extent i, Extent j, Extent col)>;

  LateColumns(Distributed<T>& a, Extent i0, Extent j0, Extent m, Extent n, int rank, IsFinal is_final)
      : n_(n), random_(static_cast<unsigned>(rank)), is_final_(std::move(is_final)) {
    a.for_each([&](Extent i, Extent j, T& x) {
      if (i < i0 || i >= i0 + m || j < j0 || j >= j0 + n) return;
      elements_.push_back({i - i0, j - j0, &x, x, false});
      x = poison<T>();
    });
  }

  bool columns_arrive() const override { return true; }
  Extent columns_here() const override { return here_ < n_ ? here_ : unbounded; }

  std::size_t progress(JointLook&) override {
    if (here_ >= n_ || random_() % 4 > 0) return 0;
    const Extent begin = here_;
    here_ += 1 + static_cast<Extent>(random_() % 7);
    for (Element& e : elements_)
      if (e.j >= begin && e.j < here_) *e.at = e.value;
    return 1;
  }

  void done(Extent col) override {
    ASSERT_GE(col, done_);
    done_ = col;
    for (Element& e : elements_)
      if (!e.final && is_final_(e.i, e.j, col)) e.value = *e.at, e.final = true;
  }

  // After the factorization of all columns.
  void expect_kept(Extent columns) const {
    EXPECT_EQ(done_, columns);
    for (const Element& e : elements_)
      if (e.final && !(*e.at == e.value || is_poison(e.value)))
        ADD_FAILURE() << e.i << ", " << e.j << " has changed after it was final";
  }

 private:
  struct Element {
    Extent i, j;
    T* at;
    T value;
    bool final;
  };

  const Extent n_;
  std::minstd_rand random_;
  const IsFinal is_final_;
  std::vector<Element> elements_;
  Extent here_ = 0, done_ = 0;
};

}  // namespace het::test
