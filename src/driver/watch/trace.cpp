#include "src/driver/watch/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "src/base/say.hpp"
#include "src/bindings/processes/collectives.hpp"
#include "src/bindings/processes/world.hpp"
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

constexpr const char no_memory[] = "no memory", cannot_be_written[] = "HETSCALAPACK_TRACE={}: {}";

// Null where there is no memory for it.
TraceFile* file_of(const std::string& path) {
  static std::map<std::string, TraceFile> files;
  try {
    return &files.try_emplace(path, path).first->second;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Events that travel, and become text, at a time: text takes several times their memory.
constexpr Extent piece = 1000;

void each_piece(Extent events, const auto& body) {
  for (Extent first = 0; first < events; first += piece) body(first, std::min(piece, events - first));
}

int bytes_of(Extent events) { return message_bytes(events * Extent{sizeof(Timeline::Event)}); }

// Rank 0: its own events, then those of the others, one after the other. All are received whatever becomes of the file, as the
// others wait for that, and what memory does not suffice for is left out.
void write(const Call& call, Context& context, const std::vector<Heading>& headings,
           const std::vector<Timeline::Event>& own) {
  static std::mutex mutex;  // calls may come from several threads
  const std::lock_guard lock(mutex);
  const std::string& path = context.config().trace;
  static const long long origin = trace_origin(MPI_Wtime());
  TraceFile* const file = file_of(path);
  std::string why = file ? "" : no_memory;  // it cannot be written
  const TracedCall traced{call.record.routine, file ? file->next_call() : 0,
                          static_cast<int>(headings[0].process), origin};
  const auto add = [&](const auto& objects) {
    if (!file) return;
    try {
      if (auto fault = file->add(objects()); why.empty()) why = std::move(fault);
    } catch (const std::bad_alloc&) {
      if (why.empty()) why = no_memory;
    }
  };
  for (std::size_t rank = 0; rank < headings.size(); ++rank) {
    const Heading& heading = headings[rank];
    const auto process = static_cast<int>(heading.process);
    add([&] { return file->is_new(process) ? trace_row(process) : std::string(); });
    each_piece(heading.events, [&](Extent first, Extent count) {
      std::array<Timeline::Event, std::size_t{piece}> theirs;
      const auto size = static_cast<std::size_t>(count);
      std::span<const Timeline::Event> events(theirs.data(), size);
      if (rank == 0)
        events = std::span(own).subspan(static_cast<std::size_t>(first), size);
      else
        check_mpi(MPI_Recv(theirs.data(), bytes_of(count), MPI_BYTE, static_cast<int>(rank), tags::timeline,
                           context.comm().get(), MPI_STATUS_IGNORE),
                  "MPI_Recv");
      add([&] { return trace_events(traced, process, events, heading.ahead); });
    });
    if (heading.dropped > 0)
      say_once("HETSCALAPACK_TRACE: of each process only the first {} events of a call are kept",
               Timeline::most_events);
  }
  if (!why.empty()) say_once(cannot_be_written, path, why);
}

}  // namespace

void trace(const Call& call, Context& context) {
  const Communicator& comm = context.comm();
  const Timeline& timeline = *call.timeline();
  const Heading mine{std::ssize(timeline.events()), static_cast<Extent>(timeline.dropped()),
                     context.clock_ahead(), world_rank()};
  const auto headings = gathered_or_none(comm, mine);
  if (!headings) {
    if (context.is_root()) say_once(cannot_be_written, context.config().trace, no_memory);
    return;
  }
  if (context.is_root()) return write(call, context, *headings, timeline.events());
  each_piece(mine.events, [&](Extent first, Extent count) {
    check_mpi(
        MPI_Send(timeline.events().data() + first, bytes_of(count), MPI_BYTE, 0, tags::timeline, comm.get()),
        "MPI_Send");
  });
}

}  // namespace het
