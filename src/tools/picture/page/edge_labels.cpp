#include "src/tools/picture/page/edge_labels.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace het {
namespace {

using Chosen = std::vector<std::size_t>;

constexpr double rounding = 1e-6;  // of places, in units of a picture

bool has_room(const Span& span, double length) { return span.length >= length - rounding; }

bool overlap(const std::vector<Span>& spans, const Chosen& chosen, double length) {
  return std::ranges::adjacent_find(chosen, [&](std::size_t a, std::size_t b) {
           return spans[b].middle() - spans[a].middle() < length - rounding;
         }) != chosen.end();
}

// The spans that `picks` names for the length of a label, in the richest wording in which they do not overlap.
template <class Picks>
std::optional<EdgeLabels> richest(const std::vector<Span>& spans, const std::vector<double>& lengths,
                                  Picks picks) {
  for (std::size_t w = 0; w < lengths.size(); ++w) {
    Chosen chosen;
    bool within = true;
    for (std::size_t s = 0; s < spans.size(); ++s)
      if (picks(s, lengths[w])) {
        chosen.push_back(s);
        within = within && has_room(spans[s], lengths[w]);
      }
    if (!chosen.empty() && !overlap(spans, chosen, lengths[w])) return EdgeLabels{w, chosen, within};
  }
  return {};
}

std::optional<EdgeLabels> every_kth(const std::vector<Span>& spans, const std::vector<double>& lengths,
                                    std::size_t k) {
  return richest(spans, lengths, [k](std::size_t s, double) { return s % k == 0; });
}

EdgeLabels of_owners_in_order(const std::vector<Span>& spans, const std::vector<double>& lengths) {
  const auto roomy = [&](std::size_t s, double length) { return has_room(spans[s], length); };
  for (std::size_t k = 2; k < spans.size(); ++k)
    if (const auto some = richest(
            spans, lengths, [&](std::size_t s, double length) { return s % k == 0 || roomy(s, length); }))
      return *some;
  // The first span is in the way of those that have room, or none has.
  const auto some = richest(spans, lengths, roomy);
  return some ? *some : *every_kth(spans, lengths, spans.size());
}

// Are the spans without room much too short for a label, and together no more than a tenth of the edge?
bool nearly_all_have_room(const std::vector<Span>& spans, double length) {
  double all = 0, without = 0;
  for (const Span& span : spans) {
    all += span.length;
    if (has_room(span, length)) continue;
    if (span.length > length * 2 / 3) return false;
    without += span.length;
  }
  return without <= all / 10;
}

// Has everybody a label of whose spans every k-th would be two or more?
bool names_the_frequent(const std::vector<Span>& spans, const Chosen& chosen, std::size_t k) {
  std::map<std::size_t, std::size_t> met;
  for (const Span& span : spans) ++met[span.owner];
  for (const std::size_t s : chosen) met.erase(spans[s].owner);
  return std::ranges::none_of(met, [&](const auto& unnamed) { return unnamed.second >= 2 * k; });
}

EdgeLabels of_owners_in_turns(const std::vector<Span>& spans, const std::vector<double>& lengths) {
  if (const auto roomy = richest(spans, lengths, [&](std::size_t s, double length) {
        return has_room(spans[s], length) && nearly_all_have_room(spans, length);
      }))
    return *roomy;
  std::size_t smallest = 2;
  while (!every_kth(spans, lengths, smallest)) ++smallest;
  for (std::size_t k = smallest; k <= 3 * smallest; ++k)
    if (const auto some = every_kth(spans, lengths, k); some && names_the_frequent(spans, some->spans, k))
      return *some;
  return *every_kth(spans, lengths, smallest);
}

}  // namespace

bool each_once(const std::vector<Span>& spans) {
  std::set<std::size_t> owners;
  return std::ranges::all_of(spans, [&](const Span& span) { return owners.insert(span.owner).second; });
}

EdgeLabels edge_labels(const std::vector<Span>& spans, const std::vector<double>& lengths) {
  if (const auto all = every_kth(spans, lengths, 1)) return *all;
  return each_once(spans) ? of_owners_in_order(spans, lengths) : of_owners_in_turns(spans, lengths);
}

}  // namespace het
