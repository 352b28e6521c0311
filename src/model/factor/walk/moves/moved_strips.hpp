#pragma once
#include <deque>
#include <vector>

#include "src/distribution/column_strips.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"
#include "src/model/walk/walk.hpp"

namespace het {

// A part of a matrix that travels as one, when `ready` columns or more are factored: who sends how much to whom; what a rank
// sends to itself stays.
struct StripMessages {
  struct Part {
    int from, to;
    double bytes;
  };
  Extent ready = 0;
  std::vector<Part> parts;
};

// How a matrix that moves comes from the caller's layout and goes back: in the parts of strips_in and strips_back, which are
// taken to need no buffers.
// O(blocks + strips ranks^2).
struct MovedStrips {
  MovedStrips(const CallShape& shape, const Placed& caller, const Placed& matrix);
  ColumnStrips columns;
  std::vector<StripMessages> in, back;
  std::size_t under_way_in;
};

// The strips of one direction as one rank sees them (StripExchange): some under way at a time, each when the steps that it
// needs are over here, and not before those in front of it.
class StripProgram {
 public:
  struct Traffic {
    int channel;
    std::size_t under_way;
    Extent chunk_bytes;
    bool one_by_one;
  };
  StripProgram(Walk& walk, const Platform& platform, int rank, const std::vector<StripMessages>& strips,
               Traffic traffic);
  StripProgram(const StripProgram&) = delete;

  // So many columns are factored here.
  void release(Extent columns);
  // All; from now on nothing is sent one by one.
  void finish();
  std::size_t over() const { return over_; }
  bool open() const { return over_ < queue_.size(); }

 private:
  struct UnderWay {
    std::vector<StripMessages::Part> sends;  // in the order in which they go
    std::size_t posted = 0;
    Open leaving, coming;
    bool one_by_one = false;
    bool sent() const { return posted == sends.size() && leaving.none(); }
    bool over() const { return sent() && coming.none(); }
  };
  void begin();
  void post(std::size_t strip);
  void look();
  bool has_room() const;
  double copies(double bytes) const;
  int chunks(double bytes) const;

  Walk& walk_;
  const Platform& platform_;
  const int rank_;
  const std::vector<StripMessages>& queue_;
  Traffic traffic_;
  const bool in_chunks_;  // each of which is a message
  Extent columns_ = -1;
  std::size_t begun_ = 0, over_ = 0;
  std::deque<UnderWay> under_way_;  // from the first one that is not over on
};

}  // namespace het
