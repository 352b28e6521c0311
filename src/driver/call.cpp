#include "src/driver/call.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include "src/base/buffer.hpp"
#include "src/base/error.hpp"
#include "src/base/say.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

// Asked in each call: not by way of a function, as from a library that may be loaded later.
[[gnu::tls_model("initial-exec")]] thread_local int depth = 0;

// The latest finished call: of one that passed only what its record is made from when somebody asks.
struct LastPassed {
  const char* routine = nullptr;  // null: last_call is the latest
  std::string_view reason;
  Extent m = 0, n = 0, k = 0;
};
std::mutex last_mutex;
hetscalapack_call last_call{};
LastPassed last_passed;

// "..." stands for what there is no room for, behind the last whole word where words are as long as words are.
template <std::size_t N>
void copy_text(char (&to)[N], std::string_view from) {
  constexpr std::string_view more = "...";
  const bool fits = from.size() < N;
  std::size_t length = fits ? from.size() : N - 1 - more.size();
  // Not inside a character of several bytes.
  while (length < from.size() && length > 0 && (static_cast<unsigned char>(from[length]) & 0xC0) == 0x80)
    --length;
  if (const auto blank = from.substr(0, length).rfind(' ');
      !fits && blank != from.npos && blank >= length / 2)
    length = blank + 1;
  std::memcpy(to, from.data(), length);
  if (!fits) std::memcpy(to + length, more.data(), more.size()), length += more.size();
  to[length] = '\0';
}

}  // namespace

std::string refusal(const Context& context, const std::string& routine) {
  if (!context.usable()) return context.unusable_reason();
  if (context.config().mode == Mode::never) return std::string(mode_never);
  if (!context.config().takes(routine)) return "HETSCALAPACK_ROUTINES leaves it to ScaLAPACK";
  return "";
}

void abort_program(char precision, const char* family) noexcept {
  say("hetscalapack: p{}{}: {}\n", precision, family, thrown_text());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

PassingCall::PassingCall(const char* routine, const CallShape& shape, std::string_view reason)
    : routine_(routine), shape_(shape), reason_(reason) {
  ++depth;
}

PassingCall::~PassingCall() {
  --depth;
  const std::lock_guard lock(last_mutex);
  last_passed = {routine_, reason_, shape_.m, shape_.n, shape_.k};
}

Call::Call(const std::string& routine, Extent m, Extent n, Extent k) : begin_(MPI_Wtime()), marked_(begin_) {
  ++depth;
  copy_text(record.routine, routine);
  record.m = m;
  record.n = n;
  record.k = k;
}

Call::~Call() {
  --depth;
  const std::lock_guard lock(last_mutex);
  last_call = record;
  last_passed.routine = nullptr;
}

bool Call::nested() { return depth > 0; }

hetscalapack_call Call::last() {
  const std::lock_guard lock(last_mutex);
  if (!last_passed.routine) return last_call;
  hetscalapack_call passed{};
  copy_text(passed.routine, last_passed.routine);
  copy_text(passed.reason, last_passed.reason);
  passed.m = last_passed.m, passed.n = last_passed.n, passed.k = last_passed.k;
  return passed;
}

// A layout need not have rank 0, and of a factorization only the owner of the last column takes part in all steps.
bool Call::says_progress(const Context& context, const CallShape& shape) const {
  if (choice.way != Way::moved) return context.comm().rank() == 0;
  if (!is_factorization(shape.kind))
    return context.comm().rank() == *std::min_element(choice.layout.order.begin(), choice.layout.order.end());
  const ProcessCoord last = choice.layout.cols.map(shape.n).owner(GlobalIndex(shape.n - 1));
  return context.comm().rank() == choice.layout.order[last.at()];
}

void Call::watch(const Context& context, const CallShape& shape) {
  const Config& config = context.config();
  std::optional<Progress> progress;
  // A call is not given up for its progress line.
  try {
    if (config.progress > 0 && says_progress(context, shape))
      progress.emplace(
          call_words(record.routine, shape.m, shape.n, shape.k), shape, config.progress,
          [] { return MPI_Wtime(); }, [](const std::string& line) { say("{}", line); });
  } catch (const std::bad_alloc&) {
    progress.reset();
  }
  if (!config.trace.empty() || progress) watch_.emplace(!config.trace.empty(), std::move(progress));
}

const Timeline* Call::timeline() const {
  return watch_ && watch_->timeline() ? &*watch_->timeline() : nullptr;
}

void Call::mark(double hetscalapack_call::*phase) {
  const double now = MPI_Wtime();
  // What no kernel accounts for in the computation is idle.
  const Activity what = phase == &hetscalapack_call::plan      ? Activity::plan
                        : phase == &hetscalapack_call::move_in ? Activity::move_in
                        : phase == &hetscalapack_call::compute ? Activity::idle
                                                               : Activity::move_out;
  record.*phase += booked(what, marked_, now);
  marked_ = now;
}

void Call::set_reason(const std::string& reason) { copy_text(record.reason, reason); }

void Call::finish() { record.total = MPI_Wtime() - begin_; }

}  // namespace het
