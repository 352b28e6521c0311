#pragma once
#include <array>
#include <functional>
#include <vector>

#include "src/base/slicing.hpp"
#include "src/distribution/panels/reflectors/reflector_stairs.hpp"
#include "src/model/factor/walk/factor_steps.hpp"
#include "src/model/factor/walk/local_work.hpp"
#include "src/model/walk/walk.hpp"

namespace het {

// What one rank does when QR applies a block reflector to some of its columns (QrUpdate), with the sums of
// products over the process column (ProductSum).
class QrUpdateProgram {
 public:
  // poll: called at each look at the messages.
  QrUpdateProgram(Walk& walk, const FactorSteps& steps, int i, int j, const LocalWork& work,
                  std::function<void()> poll);
  QrUpdateProgram(const QrUpdateProgram&) = delete;

  // The first `width` reflectors of a group that begins at row k, to the local columns [begin, end).
  Program apply(Extent k, Extent width, Extent begin, Extent end);

  void set_awaited(bool awaited) { slicing_.awaited = awaited; }
  // How much there is to do with a group: so many columns, of the rows from k on.
  void set_step(Extent k, Extent width, Extent columns);

 private:
  // W of a piece of columns, of which each rank of the process column sums a part.
  struct Sum {
    Extent columns = 0;
    Open messages;
  };
  Sum& sum(Extent piece) { return sums_[static_cast<std::size_t>(piece) % sums_.size()]; }
  Extent part(const Sum& w, int i) const;
  Program multiply(Extent columns);
  Program scatter(Sum& w);
  Program combine(Sum& w);
  Program finish(Sum& w);
  void send(Sum& w, int i, int channel, Extent columns);
  void receive(Sum& w, int i, int channel, Extent columns);
  Program wait(Sum& w);

  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, rank_;
  const LocalWork& work_;
  const std::function<void()> poll_;
  Slicing slicing_;
  const Extent lag_, piece_;
  Extent width_ = 0;               // of the reflectors that are applied,
  double column_ = 0, flops_ = 0;  // with seconds, and operations as slices count them, of a column's product
  std::array<Sum, 3> sums_;
};

}  // namespace het
