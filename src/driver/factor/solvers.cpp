// The drivers that factor inside: handed on, so that what they call is taken.
#include "src/driver/call.hpp"
#include "src/driver/factor/factorizations.hpp"
#include "src/driver/next_routine.hpp"
#include "src/driver/words.hpp"

namespace het {

template <Scalar T>
void pgesv(PgesvFunction<T>* self, HET_PGESV_PARAMETERS(T)) {
  guarded<T>("gesv", [&] {
    static const NextRoutine<PgesvFunction<T>> next(routine_name<T>("gesv") + "_", self);
    next(HET_PGESV_ARGUMENTS);
  });
}

template <Scalar T>
void pposv(PposvFunction<T>* self, HET_PPOSV_PARAMETERS(T)) {
  guarded<T>("posv", [&] {
    using Next = void(HET_PPOSV_PARAMETERS(T), std::size_t);
    static const NextRoutine<Next> next(routine_name<T>("posv") + "_", self);
    next(HET_PPOSV_ARGUMENTS, 1);
  });
}

template <Scalar T>
void pgels(PgelsFunction<T>* self, HET_PGELS_PARAMETERS(T)) {
  guarded<T>("gels", [&] {
    using Next = void(HET_PGELS_PARAMETERS(T), std::size_t);
    static const NextRoutine<Next> next(routine_name<T>("gels") + "_", self);
    next(HET_PGELS_ARGUMENTS, 1);
  });
}

#define HET_INSTANTIATE(LETTER, TYPE)                                          \
  template void pgesv<TYPE>(PgesvFunction<TYPE>*, HET_PGESV_PARAMETERS(TYPE)); \
  template void pposv<TYPE>(PposvFunction<TYPE>*, HET_PPOSV_PARAMETERS(TYPE)); \
  template void pgels<TYPE>(PgelsFunction<TYPE>*, HET_PGELS_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
