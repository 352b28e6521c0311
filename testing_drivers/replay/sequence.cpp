#include "testing_drivers/replay/sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "testing_drivers/support/entries.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

const std::vector<std::string>& routines() {
  static const std::vector<std::string> names{"gemm", "getrf", "geqrf", "potrf", "gesv",   "posv",
                                              "gels", "getri", "syevd", "sygst", "context"};
  return names;
}

// Of these all dimensions are n.
bool square(const std::string& routine) {
  return routine != "gemm" && routine != "getrf" && routine != "geqrf" && routine != "gels";
}

bool has_k(const std::string& routine) {
  return routine == "gemm" || routine == "gesv" || routine == "posv" || routine == "gels";
}

void check_line(const std::string& where, const SequenceLine& line) {
  const auto [m, n, k] = line.size;
  if (square(line.routine) && m != n)
    throw InputError{fmt::format("{}: {} of {} x {}: m and n must be the same", where, line.routine, m, n)};
  if (line.routine == "gels" && m < n)
    throw InputError{fmt::format("{}: gels of {} x {}: m must be at least n", where, m, n)};
  if (has_k(line.routine) && k < 1)
    throw InputError{fmt::format("{}: {} with k = {}: at least 1 is needed", where, line.routine, k)};
}

SequenceLine parse_line(const std::string& where, const std::vector<std::string>& words) {
  if (words.size() != 6)
    throw InputError{fmt::format("{}: {} values, 'routine m n k nb count' are needed", where, words.size())};
  SequenceLine line;
  line.routine = parse_words(where, words[0], routines()).front();
  line.size = {parse_integer(where + ": m", words[1], 1), parse_integer(where + ": n", words[2], 1),
               parse_integer(where + ": k", words[3], 0)};
  line.nb = parse_integer(where + ": nb", words[4], 1);
  line.count = parse_integer(where + ": count", words[5], 1);
  check_line(where, line);
  return line;
}

// What a built-in mix has of one routine: sizes spread evenly over the orders of magnitude between `least` and `most`.
struct Share {
  const char* routine;
  int least, most, calls;
  int panels = 0;  // as many calls more of which one dimension is a sixteenth
};
struct Mix {
  std::string name;
  int nb;
  std::vector<Share> shares;
};

const std::vector<Mix>& mixes() {
  static const std::vector<Mix> all{{"small",
                                     16,
                                     {{"gemm", 8, 128, 600, 200},
                                      {"getrf", 8, 128, 200},
                                      {"geqrf", 8, 128, 200},
                                      {"potrf", 8, 128, 200},
                                      {"gesv", 8, 128, 50},
                                      {"posv", 8, 128, 50},
                                      {"gels", 8, 128, 50},
                                      {"syevd", 8, 64, 20},
                                      {"getri", 8, 128, 20},
                                      {"sygst", 8, 128, 20},
                                      {"context", 8, 8, 100}}},
                                    {"mixed",
                                     64,
                                     {{"gemm", 8, 3000, 60, 40},
                                      {"getrf", 8, 3000, 20, 6},
                                      {"geqrf", 8, 2000, 20, 6},
                                      {"potrf", 8, 3000, 20},
                                      {"gesv", 8, 3000, 8},
                                      {"posv", 8, 3000, 8},
                                      {"gels", 8, 1500, 6},
                                      {"syevd", 8, 500, 4},
                                      {"getri", 8, 1500, 4},
                                      {"sygst", 8, 1500, 4},
                                      {"context", 8, 8, 10}}},
                                    {"large",
                                     64,
                                     {{"gemm", 3000, 6000, 2, 4},
                                      {"getrf", 3000, 6000, 2},
                                      {"geqrf", 3000, 5000, 1},
                                      {"potrf", 3000, 6000, 2},
                                      {"gesv", 3000, 6000, 1},
                                      {"posv", 3000, 6000, 1}}}};
  return all;
}

// A number in [0, 1) from a counter.
double fraction(std::uint64_t counter) { return static_cast<double>(mix(counter) >> 11) * 0x1p-53; }

SequenceLine drawn(const Share& share, int nb, bool panel, std::uint64_t number) {
  const double ratio = static_cast<double>(share.most) / share.least;
  const int n = static_cast<int>(share.least * std::pow(ratio, fraction(number)));
  const int thin = std::max(1, n / 16);
  SequenceLine line{share.routine, {n, n, 0}, nb, 1};
  if (line.routine == "gemm") {
    line.size.k = n;
    if (panel) *std::array{&line.size.m, &line.size.n, &line.size.k}[mix(number) % 3] = thin;
  } else {
    if (panel) line.size.n = thin;
    if (has_k(line.routine)) line.size.k = 1 + static_cast<int>(mix(number) % 16);
  }
  return line;
}

}  // namespace

std::vector<SequenceLine> read_sequence(const std::string& path) {
  std::istringstream file(text_or_error(path));
  std::vector<SequenceLine> lines;
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    std::istringstream stream(text.substr(0, text.find('#')));
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (!words.empty()) lines.push_back(parse_line(fmt::format("{}, line {}", path, number), words));
  }
  if (lines.empty()) throw InputError{fmt::format("{}: no call in it", path)};
  return lines;
}

const std::vector<std::string>& mix_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Mix& one : mixes()) all.push_back(one.name);
    return all;
  }();
  return names;
}

std::vector<SequenceLine> mix_of(const std::string& name, std::uint64_t seed) {
  const auto wanted =
      std::find_if(mixes().begin(), mixes().end(), [&](const Mix& one) { return one.name == name; });
  std::vector<std::pair<std::uint64_t, SequenceLine>> keyed;
  std::uint64_t number = mix(seed) >> 8;
  for (const Share& share : wanted->shares)
    for (int call = 0; call < share.calls + share.panels; ++call, number += 2)
      keyed.emplace_back(mix(number + 1), drawn(share, wanted->nb, call >= share.calls, number));
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<SequenceLine> lines;
  for (auto& [key, line] : keyed) lines.push_back(std::move(line));
  return lines;
}

const char* class_name(SizeClass size_class) {
  return std::array{
      "contexts", "tiny", "small", "medium", "large", "panel"}[static_cast<std::size_t>(size_class)];
}

SizeClass class_of(const SequenceLine& line) {
  if (line.routine == "context") return SizeClass::contexts;
  const auto [m, n, k] = line.size;
  const bool product = line.routine == "gemm";
  const int largest = product ? std::max({m, n, k}) : std::max(m, n);
  const int least = product ? std::min({m, n, k}) : n;
  if (largest > 64 && least <= largest / 8) return SizeClass::panel;
  if (largest <= 64) return SizeClass::tiny;
  if (largest <= 512) return SizeClass::small;
  return largest <= 2000 ? SizeClass::medium : SizeClass::large;
}

}  // namespace het::testing
