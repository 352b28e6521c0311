#include "blacs_het/plan/shares.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>

#include "src/base/error.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

double sum(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

void print(std::ostream& out, const char* name, std::span<const double> weights) {
  out << name << " =";
  for (const double w : weights) out << ' ' << w;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Shares& shares) {
  print(out, "r", shares.row_weight);
  print(out, ", c", shares.col_weight);
  return out << ", W = " << shares.work_rate << (shares.optimal ? " (optimal)" : "");
}

Shares normalised_shares(std::vector<double> row_weight, std::vector<double> col_weight) {
  const double scale = row_weight.front();
  for (double& r : row_weight) r /= scale;
  for (double& c : col_weight) c *= scale;
  const double work_rate = sum(row_weight) * sum(col_weight);
  return {std::move(row_weight), std::move(col_weight), work_rate, false};
}

std::vector<double> fitting_columns(const Arrangement& a, std::span<const double> row_weight) {
  require(row_weight.size() == static_cast<std::size_t>(a.p()), "{} row weights are given for {} grid rows",
          row_weight.size(), a.p());
  std::vector<double> load(static_cast<std::size_t>(a.q()), 0.0);
  const auto t = a.cycle_times();
  for (std::size_t i = 0; i < row_weight.size(); ++i)
    for (std::size_t j = 0; j < load.size(); ++j)
      load[j] = std::max(load[j], row_weight[i] * t[i * load.size() + j]);
  for (double& c : load) c = 1 / c;
  return load;
}

std::vector<double> fitting_rows(const Arrangement& a, std::span<const double> col_weight) {
  require(col_weight.size() == static_cast<std::size_t>(a.q()),
          "{} column weights are given for {} grid columns", col_weight.size(), a.q());
  std::vector<double> rows(static_cast<std::size_t>(a.p()));
  const auto t = a.cycle_times();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double load = 0;
    for (std::size_t j = 0; j < col_weight.size(); ++j)
      load = std::max(load, t[i * col_weight.size() + j] * col_weight[j]);
    rows[i] = 1 / load;
  }
  return rows;
}

Shares fitted_shares(const Arrangement& arrangement, std::span<const double> row_weight) {
  std::vector<double> columns = fitting_columns(arrangement, row_weight);
  std::vector<double> rows = fitting_rows(arrangement, columns);
  return normalised_shares(std::move(rows), std::move(columns));
}

Shares transposed(const Shares& shares) {
  Shares result = normalised_shares(shares.col_weight, shares.row_weight);
  result.optimal = shares.optimal;
  return result;
}

double work_rate_bound(const Arrangement& arrangement) { return total_speed(arrangement.cycle_times()); }

double uniform_work_rate(const Arrangement& arrangement) {
  const auto t = arrangement.cycle_times();
  return static_cast<double>(t.size()) / *std::max_element(t.begin(), t.end());
}

bool reaches_bound(const Arrangement& arrangement, const Shares& shares) {
  return shares.work_rate >= work_rate_bound(arrangement) * (1 - 1e-12);
}

}  // namespace het
