#pragma once
#include <sys/stat.h>

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "src/driver/watch/timeline.hpp"

namespace het {

// What the events of one call have in common.
struct TracedCall {
  std::string_view routine;
  Extent number;         // counted from 1 by its root
  int root = 0;          // process that writes
  long long origin = 0;  // nanoseconds of the trace's clock when the root's clock says 0
};

// Nanoseconds of the trace's clock when a process's clock says 0, for whom it says `now` at present. The trace's
// clock is that of the host, which contexts with different roots share, from its last whole million seconds on.
long long trace_origin(double now);

// Events of one process as a trace has them: objects that end with a comma and a new line each. ts and dur in
// microseconds to the nanosecond. `ahead`: by how much the process's clock is ahead of the root's.
std::string trace_events(const TracedCall& call, int process, std::span<const Timeline::Event> events,
                         double ahead);
// The row of a process: its name, and its place among the others.
std::string trace_row(int process);

// A trace for Perfetto and Chrome: a JSON array of events, complete after each call. What an earlier program left under
// the name is replaced, unless that program still runs: its file is left alone. Several writers of one program (contexts
// side by side) add to one file, one after the other. A younger file that does not end as a trace does is left alone.
//
// Each writer shares a lock of the file from its first addition to its end, and whoever finds what was begun before its
// own program replaces it only where nobody else has that lock. A child that a program leaves behind has it too. Where a
// file system has no locks, a running program's file is replaced as well.
class TraceFile {
 public:
  explicit TraceFile(std::string path) : path_(std::move(path)) {}
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  // Adds objects as above to the array. Why they cannot be written, else empty; the file is then as it was.
  std::string add(const std::string& objects);
  Extent next_call() { return ++calls_; }
  // Whether the row of this process has not been asked for before.
  bool is_new(int process) { return rows_.insert(process).second; }

 private:
  bool holds(const struct stat& state) const;
  void hold(int file);

  std::string path_;
  int held_ = -1;        // the file that was added to, open for the sake of its lock
  bool others_ = false;  // it is another running program's
  Extent calls_ = 0;
  std::set<int> rows_;
};

}  // namespace het
