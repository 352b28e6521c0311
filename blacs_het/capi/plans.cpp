// The C functions of hetblacs.h that need no MPI.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "blacs_het/plan/rounding.hpp"
#include "src/base/error.hpp"

#pragma GCC visibility push(default)
#include "include/hetscalapack/hetblacs.h"
#pragma GCC visibility pop

namespace {

using het::require;

// Runs work() and gives its result, or writes why it threw and gives -1.
template <class Work>
int guarded(char* error, int error_size, Work&& work) noexcept {
  const auto fail = [&](const char* why) {
    if (error && error_size > 0) {
      const std::size_t length = std::min(std::strlen(why), static_cast<std::size_t>(error_size) - 1);
      std::memcpy(error, why, length);
      error[length] = 0;
    }
    return -1;
  };
  try {
    return work();
  } catch (...) {
    return fail(het::thrown_text());
  }
}

template <class T>
T* given(T* pointer, const char* name) {
  require(pointer != nullptr, "argument {} is NULL", name);
  return pointer;
}

template <class T>
std::span<const T> list(const T* values, int n, const char* name) {
  require(n >= 1, "{} has {} entries; there must be at least 1", name, n);
  return {given(values, name), static_cast<std::size_t>(n)};
}

std::string method_names() {
  std::vector<std::string_view> names;
  for (const het::Method method : het::all_methods()) names.push_back(het::method_name(method));
  return fmt::format("{}", fmt::join(names, ", "));
}

het::Method method_of(const char* name) {
  if (!name) return het::Method::best;
  const auto method = het::method_named(name);
  require(method.has_value(), "method '{}' is unknown; it must be one of {}", name, method_names());
  return *method;
}

// Processors that stay where they are.
het::Arrangement arrangement_of(int p, int q, const double* times) {
  require(p >= 1 && q >= 1, "a {} x {} grid has no processor; both sides must be at least 1", p, q);
  require(p <= het::max_processors / q, "a {} x {} grid has more than {} processors", p, q,
          het::max_processors);
  std::vector<int> order(static_cast<std::size_t>(p * q));
  std::iota(order.begin(), order.end(), 0);
  return het::Arrangement(p, q, list(times, p * q, "times"), std::move(order));
}

std::vector<double> weights_of(const double* weights, int n, const char* name) {
  const auto values = list(weights, n, name);
  for (const double w : values)
    require(std::isfinite(w) && w > 0, "{} has the weight {}; all must be positive", name, w);
  return {values.begin(), values.end()};
}

template <class Range, class T>
void copy_to(T* out, const Range& values) {
  std::copy(values.begin(), values.end(), out);
}
template <class T>
void set(T* out, T value) {
  if (out) *out = value;
}

}  // namespace

extern "C" {

int hetblacs_parse_cycle_times(const char* text, double* times, int capacity, char* error, int error_size) {
  return guarded(error, error_size, [&] {
    require(capacity >= 0, "capacity is {}; it must not be negative", capacity);
    if (capacity > 0) given(times, "times");
    const std::vector<double> parsed = het::parse_cycle_times(given(text, "text"));
    std::copy_n(parsed.begin(), std::min(parsed.size(), static_cast<std::size_t>(capacity)), times);
    return static_cast<int>(parsed.size());
  });
}

int hetblacs_plan(const double* times, int n, int* p, int* q, const char* method, int* order, double* r,
                  double* c, double* work_rate, int* optimal, char* error, int error_size) {
  return guarded(error, error_size, [&] {
    const auto cycle_times = list(times, n, "times");
    given(p, "p"), given(q, "q"), given(order, "order"), given(r, "r"), given(c, "c");
    const bool choose = *p == 0 && *q == 0;
    const het::GridPlan plan = choose ? het::plan_best_shape(cycle_times, method_of(method))
                                      : het::plan_grid(cycle_times, *p, *q, method_of(method));
    *p = plan.arrangement.p(), *q = plan.arrangement.q();
    copy_to(order, plan.arrangement.order());
    copy_to(r, plan.shares.row_weight);
    copy_to(c, plan.shares.col_weight);
    set(work_rate, plan.shares.work_rate);
    set(optimal, static_cast<int>(plan.optimal));
    return 0;
  });
}

int hetblacs_weights(int p, int q, const double* times, const char* method, double* r, double* c,
                     double* work_rate, int* optimal, char* error, int error_size) {
  return guarded(error, error_size, [&] {
    given(r, "r"), given(c, "c");
    const het::GridPlan plan = het::plan_shares(arrangement_of(p, q, times), method_of(method));
    copy_to(r, plan.shares.row_weight);
    copy_to(c, plan.shares.col_weight);
    set(work_rate, plan.shares.work_rate);
    set(optimal, static_cast<int>(plan.optimal));
    return 0;
  });
}

int hetblacs_shares(int p, int q, const double* times, const double* r, const double* c, int64_t row_blocks,
                    int64_t col_blocks, int64_t* row_shares, int64_t* col_shares, double* imbalance,
                    char* error, int error_size) {
  return guarded(error, error_size, [&] {
    const het::Arrangement arrangement = arrangement_of(p, q, times);
    const het::Shares weights{weights_of(r, p, "r"), weights_of(c, q, "c")};
    given(row_shares, "row_shares"), given(col_shares, "col_shares");
    const het::IntegerShares shares = het::round_to_pattern(arrangement, weights, row_blocks, col_blocks);
    copy_to(row_shares, shares.rows);
    copy_to(col_shares, shares.cols);
    set(imbalance, shares.imbalance);
    return 0;
  });
}

int hetblacs_pattern(int n, const int64_t* shares, const char* order, int* owners, char* error,
                     int error_size) {
  return guarded(error, error_size, [&] {
    const auto named = het::pattern_order_named(given(order, "order"));
    require(named.has_value(), "order '{}' is unknown", order);
    const std::vector<int> pattern = het::pattern_of(list(shares, n, "shares"), *named);
    copy_to(pattern.empty() ? owners : given(owners, "owners"), pattern);
    return 0;
  });
}

int hetblacs_usermap(int p, int q, const int* order, const int* processes, int* usermap, int ldumap,
                     char* error, int error_size) {
  return guarded(error, error_size, [&] {
    require(p >= 1 && q >= 1, "a {} x {} grid has no processes", p, q);
    require(ldumap >= p, "ldumap is {}; it must be at least p = {}", ldumap, p);
    given(order, "order"), given(usermap, "usermap");
    const auto count = std::int64_t{p} * q;
    std::set<int> used, mapped;
    for (std::int64_t at = 0; at < count; ++at)
      require(order[at] >= 0 && used.insert(order[at]).second,
              "order[{}] is {}; entries must be different and not negative", at, order[at]);
    // Only of those that the grid has: an entry that order does not name may be anything.
    for (const int index : processes ? used : std::set<int>{})
      require(processes[index] >= 0 && mapped.insert(processes[index]).second,
              "processes[{}] is {}; entries that order names must be different and not negative", index,
              processes[index]);
    for (int i = 0; i < p; ++i)
      for (int j = 0; j < q; ++j) {
        const int index = order[std::int64_t{i} * q + j];
        usermap[i + std::int64_t{j} * ldumap] = processes ? processes[index] : index;
      }
    return 0;
  });
}

}  // extern "C"
