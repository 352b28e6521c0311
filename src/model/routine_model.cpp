#include "src/model/routine_model.hpp"

#include <bit>

#include "src/model/factor/factor_model.hpp"
#include "src/model/product/product_model.hpp"

namespace het {
namespace {

constexpr double meeting_work_seconds = 2e-5;

double before_a_call(const Platform& platform) {
  return meeting_seconds(MeetingFor::call, platform.cycle_times.size(), platform.between.latency);
}

}  // namespace

double meeting_seconds(MeetingFor what, std::size_t processes, double latency) {
  const double along_tree = std::bit_width(processes - 1);
  if (what == MeetingFor::call) return 3 * along_tree * latency;
  return meeting_work_seconds + 2 * along_tree * latency;
}

Prediction predict(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent panel_width,
                   const Placed* caller) {
  Prediction result = is_factorization(shape.kind)
                          ? predict_factorization(platform, shape, matrix, panel_width, caller)
                          : predict_product(platform, shape, matrix, panel_width, caller);
  result.latency += before_a_call(platform);
  return result;
}

double predicted_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                         Extent panel_width, const Placed* caller) {
  return before_a_call(platform) + (is_factorization(shape.kind)
                                        ? factorization_seconds(platform, shape, matrix, panel_width, caller)
                                        : product_seconds(platform, shape, matrix, panel_width, caller));
}

double reference_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix) {
  return is_factorization(shape.kind) ? reference_factorization_seconds(platform, shape, matrix)
                                      : reference_product_seconds(platform, shape, matrix);
}

}  // namespace het
