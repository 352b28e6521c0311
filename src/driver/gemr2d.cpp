#include "src/driver/gemr2d.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <string>

#include "src/base/error.hpp"
#include "src/driver/call.hpp"
#include "src/driver/forward.hpp"
#include "src/redistribute/redistribute.hpp"

namespace het {
namespace {

// What one process says of one matrix: its descriptor's global entries and its place on the matrix's grid. A
// process outside that grid says nothing; the others fill it in.
struct Statement {
  int inside = 0, usual = 1;
  int m = 0, n = 0, first_mb = 1, first_nb = 1, mb = 1, nb = 1, rsrc = 0, csrc = 0;
  int p = 0, q = 0, row = -1, col = -1;

  bool same_matrix(const Statement& o) const {
    return std::array{m, n, first_mb, first_nb, mb, nb, rsrc, csrc, p, q} ==
           std::array{o.m, o.n, o.first_mb, o.first_nb, o.mb, o.nb, o.rsrc, o.csrc, o.p, o.q};
  }
};

Statement statement_of(const int* desc) {
  const Descriptor d = Descriptor::read(desc);
  Statement s;
  if (desc[1] < 0) return s;
  const blacs::GridInfo grid = blacs::grid_info(desc[1]);
  if (!grid.inside()) return s;
  s = {1,    d.known, d.m,    d.n,        d.first_mb, d.first_nb, d.mb,
       d.nb, d.rsrc,  d.csrc, grid.nprow, grid.npcol, grid.myrow, grid.mycol};
  s.usual = d.known && std::min({d.m, d.n, d.first_mb, d.first_nb, d.mb, d.nb, d.lld}) >= 1 && d.rsrc >= 0 &&
            d.rsrc < grid.nprow && d.csrc >= 0 && d.csrc < grid.npcol;
  return s;
}

// A matrix as all processes of the surrounding context see it.
struct Seen {
  Distribution distribution;
  Placement placement;
};

std::optional<Seen> agreed(const std::vector<std::array<Statement, 2>>& said, std::size_t which) {
  const Statement* first = nullptr;
  Placement placement;
  for (const auto& pair : said) {
    const Statement& s = pair[which];
    placement.of_rank.push_back({s.row, s.col});
    if (!s.inside) continue;
    if (!s.usual || (first && !first->same_matrix(s))) return std::nullopt;
    if (!first) first = &s;
  }
  if (!first) return std::nullopt;
  return Seen{{AxisMap::block_cyclic(first->m, first->mb, first->first_mb, first->p, first->rsrc),
               AxisMap::block_cyclic(first->n, first->nb, first->first_nb, first->q, first->csrc)},
              std::move(placement)};
}

bool inside(const Seen& x, int i, int j, int m, int n) {
  return i >= 1 && j >= 1 && Extent{i} - 1 + m <= x.distribution.rows.extent() &&
         Extent{j} - 1 + n <= x.distribution.cols.extent();
}

template <Scalar T>
bool moved(Call& call, const Communicator& comm, HET_PGEMR2D_PARAMETERS(T)) {
  static_cast<void>(context);

  const std::array mine{statement_of(desca), statement_of(descb)};
  std::vector<std::array<Statement, 2>> said(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Allgather(mine.data(), sizeof mine, MPI_BYTE, said.data(), sizeof mine, MPI_BYTE, comm.get()),
            "MPI_Allgather");
  const auto from = agreed(said, 0), to = agreed(said, 1);
  if (!from || !to || !inside(*from, *ia, *ja, *m, *n) || !inside(*to, *ib, *jb, *m, *n)) return false;
  call.mark(&hetscalapack_call::plan);
  const MatrixPart source{&from->distribution, &from->placement, GlobalIndex(*ia - 1), GlobalIndex(*ja - 1)};
  const MatrixPart target{&to->distribution, &to->placement, GlobalIndex(*ib - 1), GlobalIndex(*jb - 1)};
  call.record.bytes_moved =
      redistribute<T>(comm, source, {a, mine[0].inside ? Descriptor::read(desca).lld : 1}, target,
                      {b, mine[1].inside ? Descriptor::read(descb).lld : 1}, *m, *n);
  call.mark(&hetscalapack_call::move_out);
  return true;
}

}  // namespace

template <Scalar T>
void pgemr2d(HET_PGEMR2D_PARAMETERS(T)) {
  static const std::string name = std::string("p") + PrecisionTraits<T>::letter + "gemr2d";
  static const NextRoutine<Pgemr2dFunction<T>> next(name + "_", nullptr);
  try {
    Call call(name, *m, *n, 0);
    Context* known =
        blacs::grid_info(*context).inside() && *m >= 1 && *n >= 1 ? &Context::of(*context) : nullptr;
    call.record.taken = known && known->usable() && moved<T>(call, known->comm(), HET_PGEMR2D_ARGUMENTS);
    if (!call.record.taken) next(HET_PGEMR2D_ARGUMENTS);
    call.set_reason(call.record.taken ? "taken" : "arguments are ScaLAPACK's to judge");
  } catch (const std::exception& error) {
    fmt::print(stderr, "hetscalapack: {}: {}\n", name, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

#define HET_INSTANTIATE(LETTER, TYPE) template void pgemr2d<TYPE>(HET_PGEMR2D_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
