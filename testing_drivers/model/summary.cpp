#include "testing_drivers/model/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace het::testing {

std::vector<Deviation> deviations(const std::vector<ModelRow>& rows) {
  std::vector<Deviation> found;
  for (const ModelRow& row : rows) {
    if (!row.ratio()) continue;
    const double off = *row.ratio() - 1;
    auto at = std::ranges::find_if(found, [&](const Deviation& one) {
      return one.label == row.label && one.routine == row.routine && one.by_scalapack == row.by_scalapack();
    });
    if (at == found.end()) at = found.insert(at, {row.label, row.routine, row.by_scalapack(), 0, 0, 0});
    at->mean = (at->mean * at->cases + std::abs(off)) / (at->cases + 1);
    ++at->cases;
    if (std::abs(off) > std::abs(at->worst)) at->worst = off;
  }
  return found;
}

void print_deviations(const std::vector<Deviation>& found, bool json, std::FILE* out) {
  if (!json) fmt::print(out, "\n{:24} {:>5} {:>8} {:>8}\n", "PREDICTED - MEASURED", "CASES", "MEAN", "WORST");
  for (const Deviation& one : found) {
    const char* whose = one.by_scalapack ? "ScaLAPACK" : "library";
    if (json) {
      const nlohmann::ordered_json line{{"summary", one.routine}, {"label", one.label}, {"of", whose},
                                        {"cases", one.cases},     {"mean", one.mean},   {"worst", one.worst}};
      fmt::print(out, "{}\n", line.dump());
      continue;
    }
    const std::string name = fmt::format("{}{}{}{}", one.label, one.label.empty() ? "" : " ", one.routine,
                                         one.by_scalapack ? " ScaLAPACK" : "");
    fmt::print(out, "{:24} {:>5} {:>6.1f} % {:>+6.1f} %\n", name, one.cases, 100 * one.mean, 100 * one.worst);
  }
}

}  // namespace het::testing
