#pragma once
#include <optional>
#include <string>
#include <vector>

#include "testing_drivers/replay/sequence.hpp"

namespace het::testing {

// The mode without the library, and the same once more: by how much that differs is noise.
inline constexpr const char *plain_mode = "plain", *plain_again = "again";
inline bool is_plain(const std::string& mode) { return mode == plain_mode || mode == plain_again; }

// For all calls and each class of sizes.
struct Limit {
  double ratio = 0;                  // of auto / plain, or auto / again where that is less; 0: none
  double from = 0;                   // seconds of plain; a class that takes fewer is not judged
  std::optional<double> added = {};  // seconds that auto may add to a call, whatever the ratio
};

struct ReplayOptions {
  std::vector<SequenceLine> sequence;
  GridShape grid;
  std::vector<std::string> modes = {"plain", "auto"};
  std::vector<char> types = {'d'};  // each call is made in each of them
  int rounds = 3, warmup = 0;       // rounds that count, and before them those that do not
  Limit limit;
  bool check = false, json = false;
  bool overhead = false;  // time the way of small calls instead
  int calls = 20000;      // of each routine, then
};

// Throws InputError and HelpRequest as the sweep's options do.
ReplayOptions parse_replay_options(int argc, char** argv, int processes);

}  // namespace het::testing
