#include "src/tools/report/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <tuple>

#include "src/base/text/without_numbers.hpp"

namespace het {
namespace {

Extent size_of(const CallReport& call) { return std::max({call.m, call.n, call.k, Extent{0}}); }

using Calls = std::vector<const CallReport*>;

CallGroup group_of(const Calls& calls) {
  CallGroup group;
  group.routine = calls.front()->routine;
  group.way = calls.front()->way;
  group.calls = calls.size();
  group.smallest = group.largest = size_of(*calls.front());
  std::vector<double> seconds, busy;
  for (const CallReport* call : calls) {
    group.smallest = std::min(group.smallest, size_of(*call));
    group.largest = std::max(group.largest, size_of(*call));
    seconds.push_back(call->measured.total);
    if (call->computing > 0 && call->processes() > 0) busy.push_back(call->mean_busy_share());
    if (const auto ratio = call->predicted_over_measured()) group.ratios.push_back(*ratio);
  }
  group.seconds = spread_of(seconds);
  group.all_seconds = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  if (!busy.empty())
    group.busy = std::accumulate(busy.begin(), busy.end(), 0.0) / static_cast<double>(busy.size());
  return group;
}

using Texts = std::map<std::string, std::size_t>;  // with the number of calls of each

Reason reason_of(const Texts& texts) {
  Reason reason;
  reason.texts = texts.size();
  std::size_t most = 0;
  for (const auto& [text, calls] : texts) {
    reason.calls += calls;
    if (calls > most) most = calls, reason.example = text;
  }
  return reason;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {values.front(), (values[(n - 1) / 2] + values[n / 2]) / 2, values.back()};
}

std::string CallGroup::size_text() const {
  return smallest == largest ? fmt::format("{}", largest) : fmt::format("{}-{}", smallest, largest);
}

Overview overview_of(const std::vector<CallReport>& calls) {
  Overview all;
  std::map<std::tuple<std::string, int, CallWay>, Calls> groups;
  std::map<std::string, Texts> reasons;
  for (const CallReport& call : calls) {
    const int size_class = std::bit_width(static_cast<std::uint64_t>(size_of(call)));
    groups[{call.routine, size_class, call.way}].push_back(&call);
    (call.taken() ? all.taken_seconds : all.forwarded_seconds) += call.measured.total;
    all.taken += call.taken() ? 1 : 0;
    if (!call.taken()) ++reasons[without_numbers(call.reason)][call.reason];
  }
  all.calls = calls.size();
  for (const auto& [key, group] : groups) all.groups.push_back(group_of(group));
  for (const auto& [masked, texts] : reasons) all.reasons.push_back(reason_of(texts));
  std::ranges::stable_sort(all.reasons, std::greater{}, &Reason::calls);
  return all;
}

}  // namespace het
