#include "blacs_het/grid/decisions.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "src/base/say.hpp"

namespace het {
namespace {

// A context that is used for ever with ever new sizes must not grow for ever.
constexpr std::size_t most_decisions = 4096, most_ways = 512, most_arguments = 64;

}  // namespace

bool KnownWays::any_refused() const {
  return std::ranges::any_of(refused_at, [](Extent at) { return at > 0; });
}

bool KnownWays::is_refused(Way way) const {
  const bool other_layouts = way == Way::moved && ways && !ways->moved.empty();
  return refused_at[static_cast<std::size_t>(way)] > 0 && !other_layouts;
}

void KnownWays::refuse(const Alternative& alternative, Extent least_budget, Extent most_needed) {
  Extent& at = refused_at[static_cast<std::size_t>(alternative.way)];
  at = std::max({at, least_budget, Extent{1}});
  if (needed == 0 || (most_needed > 0 && most_needed < needed)) needed = most_needed;
  if (alternative.way != Way::moved || !ways) return;
  std::erase_if(ways->moved,
                [&](const LayoutCandidate& candidate) { return candidate.layout.p == alternative.rows; });
  streams.clear();  // of layouts by their numbers
}

bool KnownWays::forgive(Extent least_budget) {
  constexpr double clearly = 1.25;
  bool any = false;
  const Extent& moved = refused_at[static_cast<std::size_t>(Way::moved)];
  const bool were_refused = moved > 0;
  for (Extent& at : refused_at)
    if (at > 0 && static_cast<double>(least_budget) >= clearly * static_cast<double>(at)) at = 0, any = true;
  if (any) needed = 0;
  // To be ranked anew, with those that were refused.
  if (were_refused && moved == 0) ranked = false;
  return any;
}

KnownWays& Decisions::ways(const std::string& key) {
  if (ways_.size() >= most_ways && !ways_.contains(key))
    ways_.erase(std::ranges::min_element(ways_, {}, [](const auto& each) {
      return std::pair(each.second.known.any_refused(), each.second.asked);
    }));
  KeptWays& kept = ways_[key];
  kept.asked = ++questions_;
  return kept.known;
}

const std::vector<Extent>& Decisions::decided(const std::string& key, const Decide& decide) {
  Extent news = comm_.rank() == 0 ? news_of(key, decide) : 0;
  check_mpi(MPI_Bcast(&news, 1, MPI_INT64_T, 0, comm_.get()), "MPI_Bcast");
  return spread(key, news);
}

Extent Decisions::news_of(const std::string& key, const Decide& decide, bool anew) {
  const auto known = decisions_.find(key);
  const bool is_known = known != decisions_.end();
  const bool failed_before = is_known && known->second.empty();
  if (is_known && !anew && (!learns_ || failed_before)) return as_before;
  news_.clear();
  try {
    news_ = decide();
  } catch (const std::exception& error) {  // memory that planning does not get is no reason to end
    news_.clear();
    say("hetscalapack: {}; the call goes to ScaLAPACK\n", error.what());
  }
  return is_known && known->second == news_ ? as_before : static_cast<Extent>(news_.size());
}

const std::vector<Extent>& Decisions::spread(const std::string& key, Extent news) {
  if (news == as_before) return decisions_.at(key);
  std::vector<Extent> decision = std::move(news_);
  decision.resize(static_cast<std::size_t>(news));
  check_mpi(MPI_Bcast(decision.data(), message_bytes(news), MPI_INT64_T, 0, comm_.get()), "MPI_Bcast");
  if (decisions_.size() >= most_decisions) decisions_.clear();
  memory_needed_.erase(key);
  return decisions_[key] = std::move(decision);
}

void Decisions::note_memory(const std::string& key, Extent arguments, Extent bytes) {
  if (memory_needed_.size() >= most_decisions) memory_needed_.clear();
  auto& of_key = memory_needed_[key];
  if (of_key.size() >= most_arguments) of_key.clear();
  Extent& most = of_key[arguments];
  most = std::max(most, bytes);
}

std::optional<Extent> Decisions::memory_needed(const std::string& key, Extent arguments) const {
  const auto of_key = memory_needed_.find(key);
  if (of_key == memory_needed_.end()) return {};
  const auto known = of_key->second.find(arguments);
  return known != of_key->second.end() ? std::optional(known->second) : std::nullopt;
}

void Decisions::refuse(const std::string& key, const Alternative& alternative, Extent least_budget,
                       Extent most_needed) {
  refused_ = true;
  decisions_.erase(key);
  ways(key).refuse(alternative, least_budget, most_needed);
}

void Decisions::clear() {
  ways_.clear();
  decisions_.clear();
  memory_needed_.clear();
  refused_ = false;
}

}  // namespace het
