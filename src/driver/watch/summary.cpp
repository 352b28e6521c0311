#include "src/driver/watch/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "src/base/text/without_numbers.hpp"

namespace het {
namespace {

std::string counted(Extent count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

void Summary::count(const hetscalapack_call& call) {
  (call.taken ? taken_ : forwarded_).add(call);
  if (call.taken) return;
  Reason& reason = reasons_[without_numbers(call.reason)];
  if (++reason.count == 1) reason.first = call.reason;
  reason.differs = reason.differs || reason.first != call.reason;
}

std::string Summary::text() const {
  std::string text =
      fmt::format("hetscalapack: {} taken in {:.4g} s, {} forwarded in {:.4g} s\n",
                  counted(taken_.count, "call"), taken_.seconds, forwarded_.count, forwarded_.seconds);
  std::vector<Reason> reasons;
  for (const auto& [kind, reason] : reasons_) reasons.push_back(reason);
  std::ranges::stable_sort(reasons, std::greater{}, &Reason::count);
  for (const Reason& reason : reasons)
    text += fmt::format("hetscalapack: {} forwarded{}: {}\n", counted(reason.count, "call"),
                        reason.differs ? ", for example" : "", reason.first);
  return text;
}

}  // namespace het
