#include "testing_drivers/replay/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "testing_drivers/support/timing.hpp"

namespace het::testing {
namespace {

constexpr const char* kAll = "all";

void add_row(SummaryRow& sum, const SummaryRow& part) {
  sum.calls += part.calls;
  sum.best += part.best;
  sum.passed = sum.passed && part.passed;
  if (part.residual && !(sum.residual >= part.residual)) sum.residual = part.residual;
  for (std::size_t at = 0; at < sum.modes.size(); ++at) {
    auto& to = sum.modes[at];
    const auto& from = part.modes[at];
    to.seconds += from.seconds;
    to.ratios.insert(to.ratios.end(), from.ratios.begin(), from.ratios.end());
    to.seen.calls += from.seen.calls;
    to.seen.taken += from.seen.taken;
    to.seen.plan += from.seen.plan;
  }
}

}  // namespace

Summary::Summary(std::vector<std::string> modes) : modes_(std::move(modes)), plain_(index_of(plain_mode)) {}

std::size_t Summary::index_of(const std::string& mode) const {
  return static_cast<std::size_t>(std::find(modes_.begin(), modes_.end(), mode) - modes_.begin());
}

SummaryRow Summary::empty(std::string size_class, std::string routine) const {
  SummaryRow row;
  row.size_class = std::move(size_class);
  row.routine = std::move(routine);
  row.modes.resize(modes_.size());
  return row;
}

void Summary::add(const ReplayedCall& call) {
  auto& routines = parts_[call.size_class];
  const auto [found, made] =
      routines.try_emplace(call.routine, empty(class_name(call.size_class), call.routine));
  SummaryRow& row = found->second;
  ++row.calls;
  const double plain = call.modes[plain_].seconds;
  double best = plain;
  for (std::size_t at = 0; at < modes_.size(); ++at) {
    const auto& from = call.modes[at];
    auto& to = row.modes[at];
    to.seconds += from.seconds;
    to.ratios.push_back(from.seconds / plain);
    to.seen.calls += from.seen.calls;
    to.seen.taken += from.seen.taken;
    to.seen.plan += from.seen.plan;
    if (!is_plain(modes_[at])) best = std::min(best, from.seconds);
    row.passed = row.passed && from.passed;
    if (from.findings && !(row.residual >= from.findings->residual)) row.residual = from.findings->residual;
  }
  row.best += best;
}

std::vector<SummaryRow> Summary::rows() const {
  std::vector<SummaryRow> all;
  SummaryRow total = empty(kAll, kAll);
  for (const auto& [size_class, routines] : parts_) {
    SummaryRow sum = empty(class_name(size_class), kAll);
    for (const auto& [routine, row] : routines) {
      all.push_back(row);
      add_row(sum, row);
    }
    add_row(total, sum);
    all.push_back(std::move(sum));
  }
  all.push_back(std::move(total));
  return all;
}

double Summary::ratio(const SummaryRow& row, std::size_t mode) const {
  return row.modes[mode].seconds / row.modes[plain_].seconds;
}

std::string Summary::json_line(const SummaryRow& row) const {
  nlohmann::ordered_json line{{"class", row.size_class}, {"routine", row.routine}, {"calls", row.calls}};
  for (std::size_t at = 0; at < modes_.size(); ++at) {
    const auto& mode = row.modes[at];
    line["seconds"][modes_[at]] = mode.seconds;
    if (at == plain_) continue;
    line["ratio"][modes_[at]] = ratio(row, at);
    line["median_ratio"][modes_[at]] = median(mode.ratios);
    line["seen"][modes_[at]] = mode.seen.calls;
    line["taken"][modes_[at]] = mode.seen.taken;
    line["plan"][modes_[at]] = mode.seen.plan;
  }
  line["best"] = row.best;
  line["residual"] = row.residual ? nlohmann::ordered_json(*row.residual) : nullptr;
  line["passed"] = row.residual ? nlohmann::ordered_json(row.passed) : nullptr;
  return line.dump();
}

std::string Summary::table_line(const SummaryRow& row) const {
  std::string line = fmt::format("{:<8} {:<7} {:>6}", row.size_class, row.routine, row.calls);
  for (const auto& mode : row.modes) line += fmt::format(" {:>10.4f}", mode.seconds);
  if (modes_.size() > 2) line += fmt::format(" {:>10.4f}", row.best);
  for (std::size_t at = 0; at < modes_.size(); ++at)
    if (at != plain_)
      line += fmt::format(" {:>8.3f} {:>8.3f} {:>13}", ratio(row, at), median(row.modes[at].ratios),
                          fmt::format("{}/{}", row.modes[at].seen.taken, row.modes[at].seen.calls));
  if (row.residual) line += row.passed ? " PASSED" : " FAILED";
  return line + "\n";
}

void Summary::print(bool json, std::FILE* out) const {
  if (!json) {
    std::string header = fmt::format("{:<8} {:<7} {:>6}", "CLASS", "ROUTINE", "CALLS");
    for (const std::string& mode : modes_) header += fmt::format(" {:>10}", mode + " s");
    if (modes_.size() > 2) header += fmt::format(" {:>10}", "best s");
    for (const std::string& mode : modes_)
      if (mode != plain_mode)
        header += fmt::format(" {:>8} {:>8} {:>13}", mode + "/p", "median", "taken/seen");
    fmt::print(out, "{}\n", header);
  }
  for (const SummaryRow& row : rows())
    fmt::print(out, "{}{}", json ? json_line(row) : table_line(row), json ? "\n" : "");
  std::fflush(out);
}

bool Summary::passed() const { return rows().back().passed; }

double Summary::noise(const SummaryRow& row) const {
  const std::size_t again = index_of(plain_again);
  return again < modes_.size() ? std::max(1.0, ratio(row, again)) : 1.0;
}

Judgement Summary::judge(const Limit& limit) const {
  Judgement found;
  const std::size_t automatic = index_of("auto");
  for (const SummaryRow& row : rows()) {
    if (row.routine != kAll) continue;
    const double plain = row.modes[plain_].seconds;
    if (row.size_class != kAll && plain < limit.from) {
      found.not_judged.push_back(row.size_class);
      continue;
    }
    const double found_ratio = ratio(row, automatic), by_noise = noise(row),
                 added = (found_ratio - by_noise) * plain / static_cast<double>(row.calls);
    if (found_ratio > limit.ratio * by_noise && !(limit.added && added <= *limit.added))
      found.above.push_back(fmt::format("{}: auto / plain is {:.4f}{}", row.size_class, found_ratio,
                                        by_noise > 1 ? fmt::format(", again / plain {:.4f}", by_noise) : ""));
  }
  return found;
}

}  // namespace het::testing
