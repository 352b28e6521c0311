#include "src/model/followed.hpp"

#include <algorithm>

#include "src/model/factor/walk/column_rounds.hpp"

namespace het {
namespace {

constexpr int most_processes = 36;
constexpr double most_of_a_product = 1e5, most_of_a_factorization = 2e5;

// Of a step, between two of a process column: LU's have three pieces of columns, in each of which they say three things.
double messages_of_a_factorization(const CallShape& shape, int p, int q, double panels) {
  constexpr double of_step = 10;
  const double pairs = p * (p - 1), of_columns = static_cast<double>(shape.k) * pairs;
  return std::min(of_columns, ColumnRounds::most_messages) + panels * (of_step * pairs + p) * q;
}

}  // namespace

double followed_messages(const CallShape& shape, int p, int q, int processes, Extent panels) {
  const bool factors = is_factorization(shape.kind);
  const double all = processes, steps = static_cast<double>(panels),
               messages = factors ? messages_of_a_factorization(shape, p, q, steps) : all * all * steps;
  const double most = factors ? most_of_a_factorization : most_of_a_product;
  return processes <= most_processes && panels > 0 && messages <= most ? messages : 0;
}

}  // namespace het
