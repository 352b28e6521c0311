#pragma once
#include <vector>

#include "src/model/factor/step_context.hpp"

namespace het {

// A matrix that moves (MovedMatrix), beside the steps: it comes under the first one, and strips whose columns are
// factored go back under those behind it. Does nothing where the matrix stays.
class MoveBeside : StepPart {
 public:
  // The links are busy with what comes from the begin on.
  explicit MoveBeside(StepContext& now);

  // After the update of a step: what of it waited for columns, and what leaves now.
  void go_on();
  // When all is back, of steps that are over at a time.
  double back(double over) const;

 private:
  void occupy_links();
  void wait_for_all_columns();
  void leave();
  std::size_t may_go(std::size_t k, std::size_t factored) const;
  double way_back_seen() const;

  std::vector<std::size_t> left_;  // by process: strips which have left it
};

}  // namespace het
