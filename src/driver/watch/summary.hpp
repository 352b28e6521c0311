#pragma once
#include <map>
#include <string>

#include "hetscalapack/hetscalapack.h"
#include "src/base/index.hpp"

namespace het {

// What became of the calls of one process: how many were taken, and why the others were not.
class Summary {
 public:
  // O(log kinds of reasons).
  void count(const hetscalapack_call& call);
  // Lines, for standard error: totals, and for each kind of reason how many calls went to ScaLAPACK for it, the most
  // frequent first. Reasons that differ in nothing but numbers are of one kind.
  std::string text() const;

 private:
  struct Calls {
    Extent count = 0;
    double seconds = 0;
    void add(const hetscalapack_call& call) { ++count, seconds += call.total; }
  };
  struct Reason {
    Extent count = 0;
    std::string first;  // its text for the first of these calls
    bool differs = false;
  };

  Calls taken_, forwarded_;
  std::map<std::string, Reason> reasons_;  // by text without numbers
};

}  // namespace het
