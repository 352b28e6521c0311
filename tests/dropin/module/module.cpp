// A ScaLAPACK client in a module: one exact product, 0 when right.
#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"

extern "C" __attribute__((visibility("default"))) int module_product() {
  using namespace het::testing;
  constexpr int m = 30, n = 26, k = 40, one = 1;
  const ProcessGrid grid({2, 2});
  DistributedMatrix<double> a(grid, {m, k, 4, 4, 0, 0}), b(grid, {k, n, 4, 4, 0, 0}),
      c(grid, {m, n, 4, 4, 0, 0});
  const auto a_entry = [](int i, int j) { return whole_entry<double>(i, j, 1); };
  const auto b_entry = [](int i, int j) { return whole_entry<double>(i, j, 2); };
  a.fill(a_entry);
  b.fill(b_entry);
  const double alpha = 1, beta = 0;
  const auto da = a.descriptor(), db = b.descriptor(), dc = c.descriptor();
  pgemm("N", "N", &m, &n, &k, &alpha, a.data(), &one, &one, da.data(), b.data(), &one, &one, db.data(), &beta,
        c.data(), &one, &one, dc.data());
  return c.equals([&](int i, int j) {
    double sum = 0;
    for (int l = 0; l < k; ++l) sum += a_entry(i, l) * b_entry(l, j);
    return sum;
  })
             ? 0
             : 1;
}
