#include "src/driver/watch/trace_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <iterator>

#include "src/base/text/locked_file.hpp"
#include "src/base/text/own_file.hpp"

namespace het {
namespace {

constexpr std::string_view end = "\n]\n";
// Whose lock a running program's writers share: none that has contents.
constexpr off_t writers = off_t{1} << 50;

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

// The rest of the first object: when the trace was begun, by the clock of files.
std::string begun_now() {
  const timespec time = now();
  return fmt::format(R"(,"begun":{}.{:09}}}}},)"
                     "\n",
                     time.tv_sec, time.tv_nsec);
}

// Whether an earlier program began it, which may have added to it since, or nobody has touched it since this one was loaded.
bool is_earlier(int file, const struct stat& state) {
  char text[40] = {};
  timespec begun{};
  const ssize_t got = pread(file, text, sizeof text - 1, static_cast<off_t>(trace_file.begin.size()));
  const bool known = got > 0 && std::sscanf(text, R"(,"begun":%ld.%9ld)", &begun.tv_sec, &begun.tv_nsec) == 2;
  return is_older(state.st_mtim, loaded) || (known && is_older(begun, loaded));
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

TraceFile::~TraceFile() {
  if (held_ >= 0) close(held_);
}

// The file of that name may be another one by now.
bool TraceFile::holds(const struct stat& state) const {
  struct stat held {};
  return held_ >= 0 && fstat(held_, &held) == 0 && held.st_dev == state.st_dev && held.st_ino == state.st_ino;
}

void TraceFile::hold(int file) {
  lock_byte(file, F_RDLCK, writers);
  if (held_ >= 0) close(held_);
  held_ = fcntl(file, F_DUPFD_CLOEXEC, 0);
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
  bool empty = state.st_size == 0;
  // Whatever its age; also one that a full disk tore is a trace.
  if (std::string why = why_left_alone(trace_file, path_); !why.empty()) return why;
  if (!holds(state)) {
    const bool earlier = !empty && is_earlier(file.get(), state);
    // Once it is another's it stays so: a trace does not begin in the middle of a program.
    others_ = others_ || (earlier && !lock_byte(file.get(), F_WRLCK, writers));
    if (others_) return "belongs to another program that runs, and is left alone";
    if (earlier && ftruncate(file.get(), 0) != 0) return system_says();
    empty = empty || earlier;
    hold(file.get());
  }
  errno = 0;
  if (empty) return write_at(file.get(), 0, {trace_file.begin, begun_now(), objects}) ? "" : system_says();
  const off_t tail = state.st_size - static_cast<off_t>(end.size());
  if (!has_at(file.get(), tail, end)) return "does not end as a trace does, and is left alone";
  return write_at(file.get(), tail, {",\n", objects}) ? "" : system_says();
}

}  // namespace het
