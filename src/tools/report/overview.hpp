#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/tools/report/call_report.hpp"

namespace het {

// Of a list of numbers; all 0 where it is empty.
struct Spread {
  double smallest = 0, median = 0, largest = 0;
};
Spread spread_of(std::vector<double> values);

// Calls that have much in common: a routine, a size class (from a power of two to the next; the size is the largest
// dimension) and the way in which they were computed.
struct CallGroup {
  std::string routine;
  CallWay way = CallWay::forwarded;
  Extent smallest = 0, largest = 0;  // of the sizes that occur
  std::size_t calls = 0;
  Spread seconds;              // of the whole call
  double all_seconds = 0;      // their sum
  std::optional<double> busy;  // mean share of computing in which the processes computed
  std::vector<double> ratios;  // predicted over measured, of each call of which both are known

  std::string size_text() const;
};

// Why calls were forwarded, whatever the numbers in it are.
struct Reason {
  std::string example;               // the most frequent text
  std::size_t calls = 0, texts = 0;  // with how many different texts
};

// A whole report at one glance.
struct Overview {
  std::vector<CallGroup> groups;  // by routine, size and way
  std::size_t calls = 0, taken = 0;
  double taken_seconds = 0, forwarded_seconds = 0;
  std::vector<Reason> reasons;  // of forwarded calls, the most frequent first
};

// O(calls log calls).
Overview overview_of(const std::vector<CallReport>& calls);

}  // namespace het
