#pragma once
#include <string>
#include <string_view>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"
#include "src/model/call_shape.hpp"

namespace het {

// "pdgemm" for double and "gemm".
inline std::string routine_name(Precision precision, std::string_view family) {
  return std::string("p").append(1, letter_of(precision)).append(family);
}
template <Scalar T>
std::string routine_name(std::string_view family) {
  return routine_name(precision_of<T>, family);
}

// How a call is named wherever it is spoken of: "pdgemm 400 x 300 x 200", and of routines without a third dimension
// "pdgetrf 400 x 300".
std::string call_words(std::string_view routine, Extent m, Extent n, Extent k);
std::string call_words(const CallShape& shape);

}  // namespace het
