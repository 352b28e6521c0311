#include "src/algorithm/factor/cholesky/cholesky.hpp"

#include "src/bindings/processes/world.hpp"
#include "src/bindings/tags.hpp"
#include "src/driver/factor/factor_argument.hpp"
#include "src/driver/factor/factor_job.hpp"
#include "src/driver/factor/factorizations.hpp"

namespace het {
namespace {

template <Scalar T>
class CholeskyJob : public FactorJob<T> {
 public:
  CholeskyJob(Context& context, const Choice& choice, const FactorTarget<T>& target, int* info)
      : FactorJob<T>(context, choice, target),
        cholesky_(context.comm(), this->moved() || target.triangle == Triangle::lower ? 'L' : 'U',
                  this->problem(), this->options()),
        info_(info) {}

  ComputeStatistics compute() override { return this->run(cholesky_); }
  bool complete() const override { return *info_ == 0; }

 private:
  std::span<std::byte> results() override {
    shared_info_ = cholesky_.info();
    return std::as_writable_bytes(std::span(&shared_info_, 1));
  }
  void deliver() override { *info_ = static_cast<int>(shared_info_); }

  Cholesky<T> cholesky_;
  Extent shared_info_ = 0;
  int* info_;
};

template <Scalar T>
Reading<Request> request_of(const blacs::GridInfo& grid, HET_PPOTRF_PARAMETERS(T)) {
  const char triangle = upper(*uplo);
  if (triangle != 'U' && triangle != 'L') return left::wrong;
  const auto target =
      read_target(a, {desca, *ia, *ja, *n, *n}, grid, triangle == 'U' ? Triangle::upper : Triangle::lower);
  if (!target) return target.refusal();
  if (!starts_with_square_block(*target->argument)) return left::wrong;
  // Also a layout of one process column.
  if (!tags::enough_for_cholesky(Extent{grid.nprow} * grid.npcol, largest_tag())) return left::few_tags;
  return factor_request<CholeskyJob<T>>(*target, info);
}

}  // namespace

template <Scalar T>
void ppotrf(PpotrfFunction<T>* self, HET_PPOTRF_PARAMETERS(T)) {
  enter<T, void(HET_PPOTRF_PARAMETERS(T), std::size_t)>(
      self, desca[1], factor_shape<T>(RoutineKind::cholesky, *n, *n),
      [&](const auto& next) { return next(HET_PPOTRF_ARGUMENTS, 1), *info == 0; },
      [&](Entry& entry) {
        entry.global_arguments = global_arguments(desca, {upper(*uplo), *n, *ia, *ja});
        entry.read = [&](const auto& grid) { return request_of<T>(grid, HET_PPOTRF_ARGUMENTS); };
      });
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template void ppotrf<TYPE>(PpotrfFunction<TYPE>*, HET_PPOTRF_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
