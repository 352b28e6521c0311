// The names that cmake/HetReference.cmake gives to a ScaLAPACK's.
#include "testing_drivers/simulation/scalapack/scalapack.hpp"

extern "C" {
void reference_blacs_get_(const int* context, const int* what, int* value);
void reference_blacs_gridmap_(int* context, const int* map, const int* ldmap, const int* nprow,
                              const int* npcol);
void reference_blacs_gridexit_(const int* context);
#define HET_PROTOTYPES(L, T)                             \
  void reference_p##L##gemm_(HET_PGEMM_PARAMETERS(T));   \
  void reference_p##L##getrf_(HET_PGETRF_PARAMETERS(T)); \
  void reference_p##L##geqrf_(HET_PGEQRF_PARAMETERS(T)); \
  void reference_p##L##potrf_(HET_PPOTRF_PARAMETERS(T));
HET_DRIVER_PRECISIONS(HET_PROTOTYPES)
#undef HET_PROTOTYPES
}

namespace het::testing {

bool has_scalapack() { return true; }

#define HET_ROUTINES(L, T)                                                                                  \
  template <>                                                                                               \
  Routines<T> scalapack_routines() {                                                                        \
    return {reference_p##L##gemm_, reference_p##L##getrf_, reference_p##L##geqrf_, reference_p##L##potrf_}; \
  }
HET_DRIVER_PRECISIONS(HET_ROUTINES)
#undef HET_ROUTINES

ScalapackGrid::ScalapackGrid(GridShape shape, const std::vector<int>& map) {
  const int ignored = 0, default_system_context = 0;
  reference_blacs_get_(&ignored, &default_system_context, &context_);
  reference_blacs_gridmap_(&context_, map.data(), &shape.nprow, &shape.nprow, &shape.npcol);
}

ScalapackGrid::~ScalapackGrid() {
  if (context_ >= 0) reference_blacs_gridexit_(&context_);
}

}  // namespace het::testing
