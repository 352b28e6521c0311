#include "src/tools/words/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "src/tools/help/wrapped.hpp"
#include "src/tools/words/helps.hpp"

namespace het {
namespace {

constexpr double tight = 1 - 1e-9;
constexpr std::size_t most_named = 8;

struct Place {
  int i, j;
};

// What the words are about: each process's busy share under r and c.
class Loads {
 public:
  explicit Loads(const BlockPlan& b) : b_(b) {}
  double busy(Place at) const {
    const Shares& shares = b_.plan.shares;
    return shares.row_weight[static_cast<std::size_t>(at.i)] * b_.plan.arrangement.cycle_time(at.i, at.j) *
           shares.col_weight[static_cast<std::size_t>(at.j)];
  }
  // Block updates per unit of time that it could do and does not.
  double lost(Place at) const { return (1 - busy(at)) / b_.plan.arrangement.cycle_time(at.i, at.j); }
  std::string who(Place at) const {
    const std::string name = b_.name(at.i, at.j);
    return fmt::format("({},{}){}{}", at.i, at.j, name.empty() ? "" : " ", name);
  }
  template <class Condition>
  std::vector<Place> where(Condition condition) const {
    std::vector<Place> places;
    for (int i = 0; i < b_.plan.arrangement.p(); ++i)
      for (int j = 0; j < b_.plan.arrangement.q(); ++j)
        if (condition(Place{i, j})) places.push_back({i, j});
    return places;
  }
  std::vector<Place> busiest() const {
    return where([&](Place at) { return busy(at) >= tight; });
  }
  // Those that idle, the most lost work first.
  std::vector<Place> idle() const {
    std::vector<Place> places = where([&](Place at) { return busy(at) < tight; });
    std::stable_sort(places.begin(), places.end(), [&](Place x, Place y) { return lost(x) > lost(y); });
    return places;
  }
  std::string names(const std::vector<Place>& places) const {
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < std::min(places.size(), most_named); ++k) texts.push_back(who(places[k]));
    std::string text = fmt::format("{}", fmt::join(texts, ", "));
    if (places.size() > most_named) text += fmt::format(" and {} more", places.size() - most_named);
    return text;
  }

 private:
  const BlockPlan& b_;
};

std::vector<std::string> limits(const BlockPlan& b, const Loads& loads) {
  const int p = b.plan.arrangement.p(), q = b.plan.arrangement.q(), all = p * q;
  const auto busiest = loads.busiest();
  if (static_cast<int>(busiest.size()) == all)
    return {
        fmt::format("Nobody: with these shares r_i t_ij c_j = 1 for all {} processes, so none ever "
                    "waits and W is the bound.",
                    all)};
  std::vector<std::string> lines{fmt::format("{} of {} processes are never idle (r_i t_ij c_j = 1): {}.",
                                             busiest.size(), all, loads.names(busiest))};
  if (static_cast<int>(busiest.size()) >= p + q - 1)
    lines.push_back(
        fmt::format("They tie all {} grid rows and all {} grid columns together (the edges of a tree), so no "
                    "share can grow unless another one shrinks.",
                    p, q));
  return lines;
}

std::string idle_line(const Loads& loads, Place at) {
  const auto in_row = loads.where([&](Place x) { return x.i == at.i && loads.busy(x) >= tight; });
  const auto in_col = loads.where([&](Place x) { return x.j == at.j && loads.busy(x) >= tight; });
  std::string line = fmt::format("{} idles {} of the time.", loads.who(at), percent(1 - loads.busy(at)));
  if (!in_row.empty()) line += fmt::format(" More rows would overload {}", loads.names(in_row));
  if (!in_col.empty())
    line += fmt::format("{} more columns {}", in_row.empty() ? " With" : ";", loads.names(in_col));
  return line + ".";
}

std::vector<std::string> idle(const BlockPlan& b, const Loads& loads) {
  std::vector<std::string> lines;
  const auto places = loads.idle();
  for (std::size_t k = 0; k < std::min(places.size(), most_named); ++k)
    lines.push_back(idle_line(loads, places[k]));
  if (places.size() > most_named)
    lines.push_back(fmt::format("{} more processes idle, and lose less.", places.size() - most_named));
  if (!places.empty())
    lines.push_back(fmt::format("All this idling is {} of the bound {}: W is {}.",
                                percent(1 - b.plan.shares.work_rate / b.plan.bound),
                                short_number(b.plan.bound), short_number(b.plan.shares.work_rate)));
  return lines;
}

// The process that decides how long whole blocks take, and how much more that is than r and c need.
std::vector<std::string> blocks(const BlockPlan& b, const Loads& loads) {
  const std::vector<double> busy = b.busy();
  const auto slowest = std::max_element(busy.begin(), busy.end()) - busy.begin();
  const Arrangement& a = b.plan.arrangement;
  const Place at{static_cast<int>(slowest) / a.q(), static_cast<int>(slowest) % a.q()};
  const double more = b.shares.imbalance * b.plan.shares.work_rate / b.plan.bound - 1;
  std::vector<std::string> lines;
  if (more < 5e-4)
    lines.push_back("The shares fit whole blocks exactly: nothing is lost to rounding.");
  else
    lines.push_back(
        fmt::format("Rounded to {} x {} blocks, {} finishes last with {} x {} of them; that costs {} more "
                    "time than r and c need.",
                    b.row_pattern.size(), b.col_pattern.size(), loads.who(at),
                    b.shares.rows[static_cast<std::size_t>(at.i)],
                    b.shares.cols[static_cast<std::size_t>(at.j)], percent(more)));
  const auto none = loads.where([&](Place x) { return busy[a.place(x.i, x.j)] == 0; });
  if (!none.empty())
    lines.push_back(
        fmt::format("No block at all goes to {}: their shares round to nothing.", loads.names(none)));
  return lines;
}

void add(std::string& text, const char* heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text += fmt::format("\n{}\n", heading);
  for (const std::string& line : lines) text += "  " + indented(line, 77, 4) + "\n";
}

}  // namespace

Explanation explain(const BlockPlan& plan, const GridRequest& request, const Processors& processors) {
  const Loads loads(plan);
  return {limits(plan, loads), idle(plan, loads), blocks(plan, loads), what_helps(plan, request, processors)};
}

nlohmann::ordered_json explanation_json(const Explanation& e) {
  return {{"limits", e.limits}, {"idle", e.idle}, {"blocks", e.blocks}, {"helps", e.helps}};
}

std::string explanation_text(const Explanation& e) {
  std::string text;
  add(text, "Who waits, and for whom", e.limits);
  add(text, "Idle with shares r and c, by the work lost", e.idle);
  add(text, "Whole blocks", e.blocks);
  add(text, "What would help", e.helps);
  return text;
}

}  // namespace het
