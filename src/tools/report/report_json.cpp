#include "src/tools/report/report_json.hpp"

#include <algorithm>

namespace het {
namespace {

using nlohmann::ordered_json;

ordered_json phases_json(const PhaseSeconds& s, bool with_plan) {
  ordered_json json;
  if (with_plan) json["plan"] = s.plan;
  json["move_in"] = s.move_in;
  json["compute"] = s.compute;
  json["move_out"] = s.move_out;
  json["total"] = s.total;
  return json;
}

ordered_json process_json(const CallReport& call, std::size_t rank) {
  ordered_json json{{"rank", rank}};
  if (!call.places.empty() && call.places[rank] >= 0) {
    json["row"] = call.places[rank] / call.q;
    json["col"] = call.places[rank] % call.q;
  }
  if (!call.cycle_times.empty()) json["cycle_time"] = call.cycle_times[rank];
  const ProcessSeconds& s = call.seconds;
  json["busy"] = s.busy[rank];
  json["idle"] = std::max(0.0, call.computing - s.busy[rank]);
  json["update"] = s.update[rank];
  json["panel"] = s.panel[rank];
  json["exchange"] = s.exchange[rank];
  json["broadcast"] = s.broadcast[rank];
  return json;
}

ordered_json spread_json(const Spread& s) {
  return {{"smallest", s.smallest}, {"median", s.median}, {"largest", s.largest}};
}

}  // namespace

ordered_json call_json(const CallReport& call) {
  ordered_json json{{"routine", call.routine}, {"m", call.m}, {"n", call.n}, {"k", call.k}};
  json["way"] = way_name(call.way);
  json["reason"] = call.reason;
  json["measured"] = phases_json(call.measured, true);
  if (call.predicted) json["predicted"] = phases_json(*call.predicted, false);
  if (call.scalapack > 0) json["predicted"]["scalapack"] = call.scalapack;
  if (const auto ratio = call.predicted_over_measured()) json["predicted_over_measured"] = *ratio;
  if (call.processes() == 0) return json;
  json["computing"] = call.computing;
  json["processes"] = ordered_json::array();
  for (std::size_t rank = 0; rank < call.processes(); ++rank)
    json["processes"].push_back(process_json(call, rank));
  return json;
}

ordered_json overview_json(const Overview& all) {
  ordered_json json{{"calls", all.calls},
                    {"taken", all.taken},
                    {"taken_seconds", all.taken_seconds},
                    {"forwarded_seconds", all.forwarded_seconds},
                    {"groups", ordered_json::array()},
                    {"reasons", ordered_json::array()}};
  for (const CallGroup& group : all.groups) {
    ordered_json entry{{"routine", group.routine},
                       {"sizes", {group.smallest, group.largest}},
                       {"way", way_name(group.way)},
                       {"calls", group.calls},
                       {"seconds", spread_json(group.seconds)},
                       {"all_seconds", group.all_seconds}};
    if (group.busy) entry["busy"] = *group.busy;
    if (!group.ratios.empty()) entry["predicted_over_measured"] = spread_json(spread_of(group.ratios));
    json["groups"].push_back(std::move(entry));
  }
  for (const Reason& reason : all.reasons)
    json["reasons"].push_back({{"reason", reason.example}, {"calls", reason.calls}, {"texts", reason.texts}});
  return json;
}

}  // namespace het
