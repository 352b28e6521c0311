#include "src/model/routine_model.hpp"

#include "src/model/factor/factor_model.hpp"
#include "src/model/product/product_model.hpp"

namespace het {
namespace {

constexpr double meeting_work_seconds = 2e-5;

bool on_one_host(const Hosts& hosts, int ranks, int stride) {
  for (int rank = 0; rank + stride < ranks; ++rank)
    if ((rank & stride) == 0 && hosts.of(rank) != hosts.of(rank + stride)) return false;
  return true;
}

double seconds_along_tree(const Platform& platform) {
  const int ranks = static_cast<int>(platform.cycle_times.size());
  const Hosts& hosts = platform.hosts;
  double seconds = 0;
  for (int stride = 1; stride < ranks; stride *= 2) {
    const bool near = hosts.told_apart() && on_one_host(hosts, ranks, stride);
    seconds += near ? hosts.inside.latency : platform.between.latency;
  }
  return seconds;
}

}  // namespace

double meeting_seconds(MeetingFor what, const Platform& platform) {
  const double along_tree = seconds_along_tree(platform);
  return what == MeetingFor::call ? 3 * along_tree : meeting_work_seconds + 2 * along_tree;
}

Prediction predict(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent panel_width,
                   const Placed* caller) {
  Prediction result = is_factorization(shape.kind)
                          ? predict_factorization(platform, shape, matrix, panel_width, caller)
                          : predict_product(platform, shape, matrix, panel_width, caller);
  result.latency += meeting_seconds(MeetingFor::call, platform);
  return result;
}

double predicted_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                         Extent panel_width, const Placed* caller) {
  return meeting_seconds(MeetingFor::call, platform) +
         (is_factorization(shape.kind) ? factorization_seconds(platform, shape, matrix, panel_width, caller)
                                       : product_seconds(platform, shape, matrix, panel_width, caller));
}

double reference_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix) {
  return is_factorization(shape.kind) ? reference_factorization_seconds(platform, shape, matrix)
                                      : reference_product_seconds(platform, shape, matrix);
}

}  // namespace het
