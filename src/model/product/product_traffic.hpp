#pragma once
#include <algorithm>
#include <vector>

#include "src/distribution/overlap.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/links/host_mates.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// An axis of a matrix, as long as the inner dimension.
AxisMap inner_axis(const AxisMap& of_matrix, Extent k);
// All elements of an axis, which outlives that, on another map.
AxisOverlap whole_overlap(const AxisMap& from, const AxisMap& to);

// What travels of A and B in a product on C's layout, with the operands on another layout, or on the same, and how long
// links take for it.
class ProductTraffic {
 public:
  ProductTraffic(const Platform& platform, const CallShape& shape, const Placed& c, const Placed* caller);

  bool at_work(int rank) const { return c_.placement[rank].on_grid() || caller_.placement[rank].on_grid(); }
  // Rows and columns of C on a rank.
  struct Part {
    double rows = 0, cols = 0;
  };
  Part part(int rank) const;

  // Bytes in all, and the part of them that stays on the rank's host.
  struct Volume {
    double received = 0, sent = 0;
    double received_inside = 0, sent_inside = 0;

    double most_outside() const { return std::max(received - received_inside, sent - sent_inside); }
    double most_inside() const { return std::max(received_inside, sent_inside); }
  };
  const Volume& volume(int rank) const { return volumes_[static_cast<std::size_t>(rank)]; }
  // Bytes that a rank reads in one place and writes in another: of another layout all that it sends or receives. In
  // place columns of A follow each other in memory, and only B's rows are copied, unless panels keep them by owner,
  // and what it has itself where its pieces do not.
  double copied(int rank, const PanelPieces& pieces) const;
  // Messages that a rank sends of a panel, to other hosts and its own; on average where that differs between panels.
  struct Messages {
    double far = 0, near = 0;
  };
  Messages messages(int rank) const;

  // Seconds of a rank's links for each of `steps` panels.
  double carry_seconds(const Volume& bytes, double steps) const;
  // Of the rank's own time for what it receives.
  double own_seconds(const Volume& bytes) const;
  // In which the interface of each host lets through what its ranks send or receive of a panel; empty where hosts are
  // not told apart.
  std::vector<double> interface_seconds(double steps) const;
  // In which an owner of a panel of so many columns sends it, together with those owners of it that are on the same
  // host.
  double owner_seconds(Extent width) const;
  // The same if all processes that have parts of the operands owned equal parts of it; 0 where hosts are told apart.
  double mean_seconds(Extent width) const;

 private:
  double sp() const { return caller_.distribution.p(); }
  double sq() const { return caller_.distribution.q(); }
  // To how many process columns and rows of C's grid what a rank has of A and B goes, and how many of them are on its
  // own host.
  double across() const { return c_.distribution.q() - (in_place_ ? 1 : 0); }
  double down() const { return c_.distribution.p() - (in_place_ ? 1 : 0); }
  // Elements of A and of B that a rank has on the caller's layout.
  struct Operands {
    double a = 0, b = 0;
  };
  Operands had(int rank) const;
  // What the ranks of a host have, and where on C's grid they are: inner elements of A's columns on each process row of the
  // caller's grid, of B's rows on each of its columns; ranks on each process row and column of C's.
  struct OnHost {
    std::vector<double> a_of_row, b_of_col, in_row, in_col;
  };
  std::vector<OnHost> of_hosts() const;
  // Of what a rank has, elements for those who need them: so many ranks on each process row and column of C's grid.
  double sent_to(int rank, const std::vector<double>& in_row, const std::vector<double>& in_col) const;
  // Of what a rank needs, elements that so many inner ones of A and B are.
  double received_from(int rank, const std::vector<double>& a_of_row,
                       const std::vector<double>& b_of_col) const;
  double kept(int rank) const;  // elements that a rank has and needs
  Volume volume_of(int rank, const OnHost* host) const;
  // Of what goes to all processes of another layout, the part that is not the owner's own.
  double sent_part() const { return in_place_ ? 1 : 1 - 1 / (sp() * sq()); }
  double across_inside(int rank) const;
  double down_inside(int rank) const;

  const Platform& platform_;
  const CallShape& shape_;
  const Placed c_, caller_;
  const bool in_place_;
  const HostMates on_c_, on_caller_;
  const AxisOverlap rows_, cols_;  // from the caller's layout to C's
  const AxisMap inner_of_a_, inner_of_b_;
  std::vector<Volume> volumes_;  // by rank
  double sent_ = 0;              // bytes, by all ranks, on a shared medium
};

}  // namespace het
