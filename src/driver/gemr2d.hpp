#pragma once
#include "src/bindings/scalapack.hpp"

namespace het {

// P?GEMR2D on our own redistribution: B(ib.., jb..) := A(ia.., ja..), m x n. A and B may live on different
// grids, each within the processes of `context`; processes outside a grid give that descriptor a context of
// -1. What is not as ScaLAPACK demands goes to ScaLAPACK's own P?GEMR2D. Collective over `context`.
template <Scalar T>
void pgemr2d(HET_PGEMR2D_PARAMETERS(T));

}  // namespace het
