#pragma once
#include <cctype>
#include <optional>
#include <utility>

namespace het {

// Why arguments are left to ScaLAPACK, which then gives its own message, result or quick return.
namespace left {
inline constexpr const char* empty = "empty: a dimension is 0";
inline constexpr const char* wrong = "a wrong argument, which ScaLAPACK reports";
inline constexpr const char* replicated = "a replicated matrix, which only ScaLAPACK takes";
inline constexpr const char* no_product = "alpha is 0: there is no product to compute";
inline constexpr const char* one_row = "a matrix of one row, which ScaLAPACK does not factor";
inline constexpr const char* question = "a question for the size of the workspace";
inline constexpr const char* elsewhere =
    "an argument differs between processes, or is wrong on another one: ScaLAPACK reports it";
inline constexpr const char* few_tags = "more processes than this MPI has tags of messages for";
inline constexpr const char* outside = "this process is not in the grid";
}  // namespace left

// Of TRANS or UPLO, which ScaLAPACK takes in either case.
inline char upper(char letter) { return static_cast<char>(std::toupper(static_cast<unsigned char>(letter))); }

// What was read of arguments, or why they are left to ScaLAPACK: one of the texts above.
template <class T>
class Reading {
 public:
  Reading(T value) : value_(std::move(value)) {}
  Reading(const char* refusal) : refusal_(refusal) {}

  explicit operator bool() const { return value_.has_value(); }
  const char* refusal() const { return refusal_; }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  const char* refusal_ = nullptr;
};

}  // namespace het
