#include "src/driver/matrix/matrix_argument.hpp"

#include <algorithm>

namespace het {

void add_global_entries(std::vector<Extent>& arguments, const int* desc) {
  arguments.push_back(desc[0]);
  const int count = desc[0] == 1 ? 9 : desc[0] == 2 ? 11 : 2;
  if (count > 2) arguments.insert(arguments.end(), desc + 2, desc + count - 1);
}

Reading<MatrixArgument> read_matrix(const SubMatrix& a, int context, const blacs::GridInfo& grid) {
  const Descriptor d = Descriptor::read(a.desc);
  if (!d.known || d.context != context) return left::wrong;
  if (std::min({d.m, d.n, d.first_mb, d.first_nb, d.mb, d.nb, a.i, a.j}) < 1) return left::wrong;
  if (d.rsrc == -1 || d.csrc == -1) return left::replicated;
  if (d.rsrc < 0 || d.rsrc >= grid.nprow || d.csrc < 0 || d.csrc >= grid.npcol) return left::wrong;
  if (a.i - 1 + a.rows > d.m || a.j - 1 + a.cols > d.n) return left::wrong;
  Distribution distribution{AxisMap::block_cyclic(d.m, d.mb, d.first_mb, grid.nprow, d.rsrc),
                            AxisMap::block_cyclic(d.n, d.nb, d.first_nb, grid.npcol, d.csrc)};
  const bool no_columns = distribution.cols.local_size(ProcessCoord(grid.mycol)) == 0;
  const Extent least =
      no_columns ? 1 : std::max<Extent>(1, distribution.rows.local_size(ProcessCoord(grid.myrow)));
  return MatrixArgument{std::move(distribution), GlobalIndex(a.i - 1), GlobalIndex(a.j - 1), d.lld,
                        d.lld >= least};
}

}  // namespace het
