// The drivers that factor inside: handed on, so that what they call is taken.
#include "src/driver/call.hpp"
#include "src/driver/factor/factorizations.hpp"
#include "src/driver/next_routine.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

// `forward(next)` calls ScaLAPACK's own routine, the next one of its type Function after `self`: a lambda of
// the routine's own, so that each has a `next` of its own.
template <Scalar T, class Function, class Self, class Forward>
void hand_on(const char* family, Self* self, const Forward& forward) {
  guarded<T>(family, [&] {
    static const NextRoutine<Function> next(routine_name<T>(family) + "_", self);
    forward(next);
  });
}

}  // namespace

template <Scalar T>
void pgesv(PgesvFunction<T>* self, HET_PGESV_PARAMETERS(T)) {
  hand_on<T, PgesvFunction<T>>("gesv", self, [&](const auto& next) { next(HET_PGESV_ARGUMENTS); });
}

template <Scalar T>
void pposv(PposvFunction<T>* self, HET_PPOSV_PARAMETERS(T)) {
  using Function = void(HET_PPOSV_PARAMETERS(T), std::size_t);
  hand_on<T, Function>("posv", self, [&](const auto& next) { next(HET_PPOSV_ARGUMENTS, 1); });
}

template <Scalar T>
void pgels(PgelsFunction<T>* self, HET_PGELS_PARAMETERS(T)) {
  using Function = void(HET_PGELS_PARAMETERS(T), std::size_t);
  hand_on<T, Function>("gels", self, [&](const auto& next) { next(HET_PGELS_ARGUMENTS, 1); });
}

#define HET_INSTANTIATE(LETTER, TYPE)                                          \
  template void pgesv<TYPE>(PgesvFunction<TYPE>*, HET_PGESV_PARAMETERS(TYPE)); \
  template void pposv<TYPE>(PposvFunction<TYPE>*, HET_PPOSV_PARAMETERS(TYPE)); \
  template void pgels<TYPE>(PgelsFunction<TYPE>*, HET_PGELS_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
