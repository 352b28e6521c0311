#include "src/driver/watch/trace_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "src/base/text/locked_file.hpp"
#include "src/base/text/own_file.hpp"

namespace het {
namespace {

constexpr std::string_view end = "\n]\n";

timespec now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME_COARSE, &time);  // the clock of files
  return time;
}

// When the library was loaded: what is older was left by an earlier program.
const timespec loaded = now();

bool is_older(const timespec& a, const timespec& b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

std::string microseconds(long long nanoseconds) {
  const auto size = nanoseconds < 0 ? -nanoseconds : nanoseconds;
  return fmt::format("{}{}.{:03}", nanoseconds < 0 ? "-" : "", size / 1000, size % 1000);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool has_at(int file, off_t place, std::string_view text) {
  std::string found(text.size(), ' ');
  return place >= 0 && pread(file, found.data(), found.size(), place) == static_cast<ssize_t>(found.size()) &&
         found == text;
}

// Texts, of which the last one ends with a comma and a new line that are left out, and the end of a trace. Where they
// find no room, the end alone.
bool write_at(int file, off_t place, std::initializer_list<std::string_view> texts) {
  std::string text;
  for (const std::string_view part : texts) text += part;
  text.resize(text.size() - 2);
  text += end;
  if (lseek(file, place, SEEK_SET) < 0) return false;
  if (write_all(file, text)) return true;
  if (place == 0) {
    static_cast<void>(!ftruncate(file, 0));
  } else if (lseek(file, place, SEEK_SET) >= 0 && write_all(file, end)) {
    static_cast<void>(!ftruncate(file, place + static_cast<off_t>(end.size())));
  }
  return false;
}

}  // namespace

long long trace_origin(double now) {
  constexpr long long whole = 1'000'000;
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec % whole * 1'000'000'000 + time.tv_nsec - std::llround(now * 1e9);
}

std::string trace_events(const TracedCall& call, int process, std::span<const Timeline::Event> events,
                         double ahead) {
  std::string text;
  const auto nanoseconds = [&](double time) { return std::llround((time - ahead) * 1e9) + call.origin; };
  for (const Timeline::Event& event : events) {
    // Both ends are rounded, not the length: neighbours stay neighbours.
    const long long from = nanoseconds(event.begin), length = nanoseconds(event.end) - from;
    if (length <= 0) continue;
    fmt::format_to(std::back_inserter(text),
                   R"({{"name":"{}","cat":"{}","ph":"X","pid":0,"tid":{},"ts":{},"dur":{},)"
                   R"("args":{{"routine":"{}","call":{},"root":{})",
                   activity_name(event.what), call.routine, process, microseconds(from), microseconds(length),
                   call.routine, call.number, call.root);
    if (event.step >= 0) fmt::format_to(std::back_inserter(text), R"(,"step":{})", event.step);
    text += "}},\n";
  }
  return text;
}

std::string trace_row(int process) {
  return fmt::format(
      R"({{"name":"thread_name","ph":"M","pid":0,"tid":{0},"args":{{"name":"process {0}"}}}},)"
      "\n"
      R"({{"name":"thread_sort_index","ph":"M","pid":0,"tid":{0},"args":{{"sort_index":{0}}}}},)"
      "\n",
      process);
}

std::string TraceFile::add(const std::string& objects) {
  if (objects.empty()) return "";
  errno = 0;
  const auto system_says = [] {
    return errno != 0 ? fmt::format("cannot be written: {}", std::strerror(errno)) : "cannot be written";
  };
  const LockedFile file(path_);
  struct stat state {};
  if (file.get() < 0 || fstat(file.get(), &state) != 0) return system_says();
  if (!S_ISREG(state.st_mode)) return "is not a regular file";
  const bool empty = state.st_size == 0;
  // Whatever its age; also one that a full disk tore is a trace.
  if (std::string why = why_left_alone(trace_file, path_); !why.empty()) return why;
  const bool left_over = !std::exchange(begun_, true) && is_older(state.st_mtim, loaded);
  if (left_over && ftruncate(file.get(), 0) != 0) return system_says();
  if (left_over || empty)
    return write_at(file.get(), 0, {trace_file.begin, ",\n", objects}) ? "" : system_says();
  const off_t tail = state.st_size - static_cast<off_t>(end.size());
  if (!has_at(file.get(), tail, end)) return "does not end as a trace does, and is left alone";
  return write_at(file.get(), tail, {",\n", objects}) ? "" : system_says();
}

}  // namespace het
