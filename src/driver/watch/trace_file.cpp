#include "src/driver/watch/trace_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <iterator>

namespace het {
namespace {

constexpr std::string_view begin = "[\n", end = "\n]\n";
constexpr std::string_view title =
    R"({"name":"process_name","ph":"M","pid":0,"tid":0,"args":{"name":"hetscalapack"}})";

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

// A file that other writers leave alone for as long as this lives.
class Locked {
 public:
  explicit Locked(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  ~Locked() {
    if (file_ >= 0) close(file_);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  int get() const { return file_; }

 private:
  int file_;
};

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

}  // namespace

std::string trace_events(const TracedCall& call, int process, const std::vector<Timeline::Event>& events,
                         double ahead) {
  std::string text;
  const auto nanoseconds = [&](double time) { return std::llround((time - ahead) * 1e9); };
  for (const Timeline::Event& event : events) {
    // Both ends are rounded, not the length: neighbours stay neighbours.
    const long long from = nanoseconds(event.begin), length = nanoseconds(event.end) - from;
    if (length <= 0) continue;
    fmt::format_to(std::back_inserter(text),
                   R"({{"name":"{}","cat":"{}","ph":"X","pid":0,"tid":{},"ts":{},"dur":{},)"
                   R"("args":{{"routine":"{}","call":{})",
                   activity_name(event.what), call.routine, process, microseconds(from), microseconds(length),
                   call.routine, call.number);
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

bool TraceFile::add(const std::string& objects) {
  if (objects.empty()) return true;
  const Locked file(path_);
  struct stat state {};
  if (file.get() < 0 || fstat(file.get(), &state) != 0) return false;
  if (!S_ISREG(state.st_mode)) return false;
  std::string text;
  if (calls_ <= 1 && is_older(state.st_mtim, loaded)) {
    if (ftruncate(file.get(), 0) != 0) return false;
    state.st_size = 0;
  }
  const auto tail = static_cast<off_t>(end.size());
  if (state.st_size <= tail) {
    text = fmt::format("{}{}", begin, title);
    state.st_size = tail;
  }
  text += ",\n";
  text.append(objects, 0, objects.size() - 2);  // without the last comma
  text += end;
  return lseek(file.get(), state.st_size - tail, SEEK_SET) >= 0 && write_all(file.get(), text);
}

}  // namespace het
