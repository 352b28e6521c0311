#include "src/model/routine_model.hpp"

#include "src/model/factor/factor_model.hpp"
#include "src/model/product_model.hpp"

namespace het {
namespace {

// Before a call all processes tell one of them about it, hear what it has decided, and agree that all have the memory.
double meeting_seconds(const Platform& platform) {
  return latencies_along_tree(platform.cycle_times.size(), 3) * platform.between.latency;
}

}  // namespace

Prediction predict(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent panel_width,
                   const Placed* caller) {
  Prediction result = is_factorization(shape.kind)
                          ? predict_factorization(platform, shape, matrix, panel_width, caller)
                          : predict_product(platform, shape, matrix, panel_width, caller);
  result.latency += meeting_seconds(platform);
  return result;
}

double predicted_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                         Extent panel_width, const Placed* caller) {
  return meeting_seconds(platform) +
         (is_factorization(shape.kind)
              ? factorization_seconds(platform, shape, matrix, panel_width, caller)
              : predict_product(platform, shape, matrix, panel_width, caller).total());
}

double reference_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix) {
  return is_factorization(shape.kind) ? reference_factorization_seconds(platform, shape, matrix)
                                      : reference_product_seconds(platform, shape, matrix);
}

}  // namespace het
