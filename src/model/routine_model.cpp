#include "src/model/routine_model.hpp"

#include "src/model/factor/factor_model.hpp"
#include "src/model/product_model.hpp"

namespace het {

Prediction predict(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent panel_width,
                   const Placed* caller) {
  return is_factorization(shape.kind) ? predict_factorization(platform, shape, matrix, panel_width, caller)
                                      : predict_product(platform, shape, matrix, panel_width, caller);
}

double predicted_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                         Extent panel_width, const Placed* caller) {
  return is_factorization(shape.kind) ? factorization_seconds(platform, shape, matrix, panel_width, caller)
                                      : predict_product(platform, shape, matrix, panel_width, caller).total();
}

double reference_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix) {
  return is_factorization(shape.kind) ? reference_factorization_seconds(platform, shape, matrix)
                                      : reference_product_seconds(platform, shape, matrix);
}

}  // namespace het
