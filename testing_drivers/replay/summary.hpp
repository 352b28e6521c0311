#pragma once
// What a replay measured, put together by size class and routine.
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testing_drivers/replay/options.hpp"
#include "testing_drivers/replay/routes.hpp"
#include "testing_drivers/xhet/sweep/runner.hpp"

namespace het::testing {

// One call of the sequence in each of the modes, in their order.
struct ReplayedCall {
  SizeClass size_class = SizeClass::tiny;
  std::string routine;
  struct InMode {
    double seconds = 0;
    Seen seen;
    std::optional<Findings> findings;
    bool passed = true;
  };
  std::vector<InMode> modes;
};

struct SummaryRow {
  std::string size_class, routine;  // "all" for sums over them
  long calls = 0;
  struct InMode {
    double seconds = 0;
    std::vector<double> ratios;  // to plain, call by call
    Seen seen;
  };
  std::vector<InMode> modes;
  double best = 0;  // seconds, if each call had been made in its quickest mode; plain_again is none
  std::optional<double> residual;  // the worst in units of what passes
  bool passed = true;
};

struct Judgement {
  std::vector<std::string> above, not_judged;  // each a text with the ratio; a class
};

class Summary {
 public:
  explicit Summary(std::vector<std::string> modes);
  void add(const ReplayedCall& call);

  // By class, each followed by the class's sum where it has several routines; the sum of all is the last one.
  std::vector<SummaryRow> rows() const;
  void print(bool json, std::FILE* out) const;
  bool passed() const;
  // The sums over classes, and over all, that are above the limit.
  Judgement judge(const Limit& limit) const;

 private:
  SummaryRow empty(std::string size_class, std::string routine) const;
  std::size_t index_of(const std::string& mode) const;
  double ratio(const SummaryRow& row, std::size_t mode) const;  // of its seconds to plain's
  double noise(const SummaryRow& row) const;  // the ratio of plain_again, where it is above 1
  std::string json_line(const SummaryRow& row) const;
  std::string table_line(const SummaryRow& row) const;

  std::vector<std::string> modes_;
  std::size_t plain_;
  std::map<SizeClass, std::map<std::string, SummaryRow>> parts_;
};

}  // namespace het::testing
