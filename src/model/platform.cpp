#include "src/model/platform.hpp"

namespace het {

double inner_dimension_efficiency(Extent k) {
  constexpr double half_speed_k = 21;
  return static_cast<double>(k) / (static_cast<double>(k) + half_speed_k);
}

}  // namespace het
