#pragma once
// What the library's report says of the calls, one after the other.
#include <optional>
#include <string>

#include "testing_drivers/model/rows.hpp"

namespace het::testing {

// What was predicted for one call.
struct Forecast {
  std::optional<CallSeconds> library;  // of the way that was taken
  std::optional<double> scalapack;     // of ScaLAPACK itself
};

// The report of contexts made from now on, on the process that writes it: the file that the user named, or one of ours
// that ends with this object.
class ReportLines {
 public:
  // Throws InputError where it cannot be written.
  ReportLines();
  ~ReportLines();
  ReportLines(const ReportLines&) = delete;
  ReportLines& operator=(const ReportLines&) = delete;

  // Skips what was written so far.
  void skip();
  // Of the one call since; throws InputError where the report holds another one, or none.
  Forecast forecast(const std::string& routine, int n);

 private:
  std::string file_;
  bool ours_ = false;
  long read_ = 0;  // bytes
};

}  // namespace het::testing
