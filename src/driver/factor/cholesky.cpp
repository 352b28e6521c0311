#include "src/algorithm/factor/cholesky/cholesky.hpp"

#include "src/driver/factor/factor_argument.hpp"
#include "src/driver/factor/factor_job.hpp"
#include "src/driver/factor/factorizations.hpp"
#include "src/driver/next_routine.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

template <Scalar T>
class CholeskyJob : public FactorJob<T> {
 public:
  CholeskyJob(Context& context, const Choice& choice, std::shared_ptr<const MatrixArgument> a, T* local,
              Extent n, char uplo, int* info)
      : FactorJob<T>(context, choice, std::move(a), local, n, n,
                     uplo == 'U' ? Triangle::upper : Triangle::lower),
        cholesky_(context.comm(), this->moved() ? 'L' : uplo, this->problem(), this->options()),
        info_(info) {}

  ComputeStatistics compute() override { return this->run(cholesky_); }

 private:
  void deliver() override {
    std::vector<Extent> info{cholesky_.info()};
    this->share(info);
    *info_ = static_cast<int>(info[0]);
  }

  Cholesky<T> cholesky_;
  int* info_;
};

template <Scalar T>
Reading<Request> request_of(const blacs::GridInfo& grid, HET_PPOTRF_PARAMETERS(T)) {
  const char triangle = upper(*uplo);
  if (triangle != 'U' && triangle != 'L') return left::wrong;
  auto read = read_factor_argument(desca, *ia, *ja, *n, *n, grid);
  if (!read) return read.refusal();
  const FactorArgument argument = *read;
  if (!starts_with_square_block(*argument)) return left::wrong;
  Request request = factor_request(*argument, *n, *n, nullptr);
  // An upper triangle is the lower one of the conjugate transpose.
  if (triangle == 'U') {
    std::swap(request.part.rows, request.part.cols);
    request.placement = request.placement.transposed();
  }
  request.make_job = [=, size = Extent{*n}](Context& context, const Choice& choice) -> std::unique_ptr<Job> {
    return std::make_unique<CholeskyJob<T>>(context, choice, argument, a, size, triangle, info);
  };
  return request;
}

}  // namespace

template <Scalar T>
void ppotrf(PpotrfFunction<T>* self, HET_PPOTRF_PARAMETERS(T)) {
  guarded<T>("potrf", [&] {
    static const std::string name = routine_name<T>("potrf");
    static const NextRoutine<void(HET_PPOTRF_PARAMETERS(T), std::size_t)> next(name + "_", self);
    const auto forward = [&] { next(HET_PPOTRF_ARGUMENTS, 1); };
    const CallShape shape = factor_shape<T>(RoutineKind::cholesky, *n, *n);
    enter(name, desca[1], shape, forward, [&] {
      return Entry{name,
                   desca[1],
                   shape,
                   global_arguments(desca, {upper(*uplo), *n, *ia, *ja}),
                   [&](const blacs::GridInfo& grid) { return request_of<T>(grid, HET_PPOTRF_ARGUMENTS); },
                   [&] { return forward(), *info >= 0; }};
    });
  });
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template void ppotrf<TYPE>(PpotrfFunction<TYPE>*, HET_PPOTRF_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
