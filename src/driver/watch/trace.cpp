#include "src/driver/watch/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "src/base/say.hpp"
#include "src/bindings/tags.hpp"
#include "src/driver/watch/trace_file.hpp"

namespace het {
namespace {

// What a process says before its events.
struct Heading {
  Extent events, dropped;
  double ahead;    // of rank 0's clock
  Extent process;  // rank in the whole program
};

TraceFile& file_of(const std::string& path) {
  static std::map<std::string, TraceFile> files;
  return files.try_emplace(path, path).first->second;
}

// Rank 0: its own events, then those of the others, one after the other.
void write(const Call& call, Context& context, const std::vector<Heading>& headings,
           const std::vector<Timeline::Event>& own) {
  static std::mutex mutex;  // calls may come from several threads
  const std::lock_guard lock(mutex);
  const std::string& path = context.config().trace;
  TraceFile& file = file_of(path);
  static const long long origin = trace_origin(MPI_Wtime());
  const TracedCall traced{call.record.routine, file.next_call(), static_cast<int>(headings[0].process),
                          origin};
  std::vector<Timeline::Event> theirs;
  std::string why;  // it cannot be written
  const auto add = [&](const std::string& objects) {
    if (auto fault = file.add(objects); why.empty()) why = std::move(fault);
  };
  for (std::size_t rank = 0; rank < headings.size(); ++rank) {
    const Heading& heading = headings[rank];
    const auto process = static_cast<int>(heading.process);
    if (rank > 0) {
      theirs.resize(static_cast<std::size_t>(heading.events));
      check_mpi(
          MPI_Recv(theirs.data(), message_bytes(heading.events * Extent{sizeof(Timeline::Event)}), MPI_BYTE,
                   static_cast<int>(rank), tags::timeline, context.comm().get(), MPI_STATUS_IGNORE),
          "MPI_Recv");
    }
    if (file.is_new(process)) add(trace_row(process));
    // Text takes several times the memory of the events.
    constexpr std::size_t at_a_time = 10'000;
    const std::span events(rank > 0 ? theirs : own);
    for (std::size_t first = 0; first < events.size(); first += at_a_time)
      add(trace_events(traced, process, events.subspan(first, std::min(at_a_time, events.size() - first)),
                       heading.ahead));
    if (heading.dropped > 0)
      say_once(fmt::format("HETSCALAPACK_TRACE: of each process only the first {} events of a call are kept",
                           Timeline::most_events));
  }
  if (!why.empty()) say_once(fmt::format("HETSCALAPACK_TRACE={}: {}", path, why));
}

}  // namespace

void trace(const Call& call, Context& context) {
  const Communicator& comm = context.comm();
  const Timeline& timeline = *call.timeline();
  const Heading mine{std::ssize(timeline.events()), static_cast<Extent>(timeline.dropped()),
                     context.clock_ahead(), world_rank()};
  std::vector<Heading> headings(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Gather(&mine, sizeof mine, MPI_BYTE, headings.data(), sizeof mine, MPI_BYTE, 0, comm.get()),
            "MPI_Gather");
  if (context.is_root()) return write(call, context, headings, timeline.events());
  check_mpi(MPI_Send(timeline.events().data(), message_bytes(mine.events * Extent{sizeof(Timeline::Event)}),
                     MPI_BYTE, 0, tags::timeline, comm.get()),
            "MPI_Send");
}

}  // namespace het
