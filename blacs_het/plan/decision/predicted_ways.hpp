#pragma once
// What was predicted for calls, beyond the context that made them.
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "blacs_het/plan/decision/ways.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"

namespace het {

// What is predicted for calls of one kind, and whether layouts to move to were ranked yet.
struct RankedWays {
  std::optional<Ways> ways;  // none until predicting pays
  double not_predicted = 0;  // seconds that the calls so far could have spent on that
  bool ranked = false;
  // How products are cut, by way and layout, once they were chosen.
  std::map<std::pair<Way, std::size_t>, PanelStreamLimits> streams;
  double not_gained = 0;  // seconds that the calls so far could have saved at most had they been
};

// Programs make context after context of the same processes for the same calls; predicting for one of them can take as long
// as the call, on many processes. By a key that says everything of a call and how its matrices lie, and the platform. Pure; for
// the process that decides.
class PredictedWays {
 public:
  // Null where nothing is known. O(log kept + platform).
  const RankedWays* find(const std::string& key, const Platform& platform) const;
  // Instead of what was kept of the key. Of 64 keys: then the one that was kept longest ago is forgotten.
  void keep(const std::string& key, const Platform& platform, const RankedWays& ranked);

  // Seconds that predicting the ways without a move takes, by the quickest time for such a routine on as many
  // processes: a process that was interrupted once would else never predict again.
  double predicting_seconds(const PredictionWork& work) const;
  void note_predicting(const PredictionWork& work, double seconds);
  // Seconds that ranking layouts takes: so many times as long as quick predictions of the ways without a move as it took the last
  // time for such a routine on as many processes; and what is followed.
  double ranking_seconds(const PredictionWork& work) const;
  void note_ranking(const PredictionWork& work, double seconds);

 private:
  double seconds_of_unit(const PredictionWork& work) const;
  struct Kept {
    std::string key;
    Platform platform;
    RankedWays ranked;
  };
  std::list<Kept> kept_;  // the latest first
  std::map<std::pair<RoutineKind, int>, double>
      predicting_;                                         // seconds of a unit of work, on so many processes
  std::map<std::pair<RoutineKind, int>, double> ranking_;  // over the ways without a move
};

}  // namespace het
