#include "src/driver/gemr2d.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <string>

#include "src/base/error.hpp"
#include "src/driver/call.hpp"
#include "src/driver/next_routine.hpp"
#include "src/driver/reading.hpp"
#include "src/driver/report.hpp"
#include "src/driver/words.hpp"
#include "src/redistribute/redistribute.hpp"

namespace het {
namespace {

// What one process says of one matrix: its descriptor's global entries, where the part starts, and its place on the
// matrix's grid. A process outside that grid says nothing, whatever its arguments hold; the others fill it in.
struct MatrixStatement {
  int inside = 0, usual = 1;
  int m = 0, n = 0, first_mb = 1, first_nb = 1, mb = 1, nb = 1, rsrc = 0, csrc = 0;
  int i = 0, j = 0;
  int p = 0, q = 0, row = -1, col = -1;

  bool same_matrix(const MatrixStatement& o) const {
    return std::array{m, n, first_mb, first_nb, mb, nb, rsrc, csrc, i, j, p, q} ==
           std::array{o.m, o.n, o.first_mb, o.first_nb, o.mb, o.nb, o.rsrc, o.csrc, o.i, o.j, o.p, o.q};
  }
};

MatrixStatement statement_of(const int* desc, const int* i, const int* j) {
  MatrixStatement s;
  if (desc[1] < 0) return s;
  const blacs::GridInfo grid = blacs::grid_info(desc[1]);
  if (!grid.inside()) return s;
  const Descriptor d = Descriptor::read(desc);
  s = {1,      d.known, d.m, d.n, d.first_mb, d.first_nb, d.mb,       d.nb,
       d.rsrc, d.csrc,  *i,  *j,  grid.nprow, grid.npcol, grid.myrow, grid.mycol};
  s.usual = d.known && std::min({d.m, d.n, d.first_mb, d.first_nb, d.mb, d.nb, d.lld}) >= 1 && d.rsrc >= 0 &&
            d.rsrc < grid.nprow && d.csrc >= 0 && d.csrc < grid.npcol;
  if (s.usual)
    s.usual =
        d.lld >=
        AxisMap::block_cyclic(d.m, d.mb, d.first_mb, grid.nprow, d.rsrc).local_size(ProcessCoord(grid.myrow));
  return s;
}

// A matrix as all processes of the surrounding context see it.
struct Seen {
  Distribution distribution;
  Placement placement;
  int i, j;

  MatrixPart part() const { return {&distribution, &placement, GlobalIndex(i - 1), GlobalIndex(j - 1)}; }
};

// What one process says of the call. Sizes are valid on all, also where a process is outside both grids.
struct Statement {
  int m, n;
  MatrixStatement from, to;
};

bool same_sizes(const std::vector<Statement>& said) {
  return std::ranges::all_of(
      said, [&](const Statement& s) { return s.m == said.front().m && s.n == said.front().n; });
}

std::optional<Seen> agreed(const std::vector<Statement>& said, MatrixStatement Statement::*which) {
  const MatrixStatement* first = nullptr;
  Placement placement;
  for (const Statement& each : said) {
    const MatrixStatement& s = each.*which;
    placement.of_rank.push_back({s.row, s.col});
    if (!s.inside) continue;
    if (!s.usual || (first && !first->same_matrix(s))) return std::nullopt;
    if (!first) first = &s;
  }
  if (!first) return std::nullopt;
  return Seen{{AxisMap::block_cyclic(first->m, first->mb, first->first_mb, first->p, first->rsrc),
               AxisMap::block_cyclic(first->n, first->nb, first->first_nb, first->q, first->csrc)},
              std::move(placement),
              first->i,
              first->j};
}

bool inside(const Seen& x, int m, int n) {
  return m >= 1 && n >= 1 && x.i >= 1 && x.j >= 1 && Extent{x.i} - 1 + m <= x.distribution.rows.extent() &&
         Extent{x.j} - 1 + n <= x.distribution.cols.extent();
}

template <Scalar T>
bool moved(Call& call, const Context& known, HET_PGEMR2D_PARAMETERS(T)) {
  static_cast<void>(context);
  const Communicator& comm = known.comm();

  const Statement mine{*m, *n, statement_of(desca, ia, ja), statement_of(descb, ib, jb)};
  std::vector<Statement> said(static_cast<std::size_t>(comm.size()));
  check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, said.data(), sizeof mine, MPI_BYTE, comm.get()),
            "MPI_Allgather");
  if (!same_sizes(said)) return false;
  const auto from = agreed(said, &Statement::from), to = agreed(said, &Statement::to);
  if (!from || !to || !inside(*from, *m, *n) || !inside(*to, *m, *n)) return false;
  call.watch(known, {});  // a trace; there are no steps to tell of
  call.mark(&hetscalapack_call::plan);
  call.record.bytes_moved =
      redistribute<T>(comm, from->part(), {a, mine.from.inside ? Descriptor::read(desca).lld : 1}, to->part(),
                      {b, mine.to.inside ? Descriptor::read(descb).lld : 1}, *m, *n);
  call.mark(&hetscalapack_call::move_out);
  return true;
}

}  // namespace

template <Scalar T>
void pgemr2d(HET_PGEMR2D_PARAMETERS(T)) {
  guarded<T>("gemr2d", [&] {
    static const std::string name = routine_name<T>("gemr2d");
    static const NextRoutine<Pgemr2dFunction<T>> next(name + "_");
    Call call(name, *m, *n, 0);
    // Where a size is 0, ScaLAPACK's routine returns at once; in all other calls processes talk to each other.
    const bool talks = blacs::grid_info(*context).inside() && *m != 0 && *n != 0;
    Context* known = talks ? &Context::of(*context) : nullptr;
    std::string reason = known ? refusal(*known, name) : "";
    call.record.taken = known && reason.empty() && moved<T>(call, *known, HET_PGEMR2D_ARGUMENTS);
    if (!call.record.taken) {
      call.mark(&hetscalapack_call::plan);
      next(HET_PGEMR2D_ARGUMENTS);
    }
    if (reason.empty())
      reason = call.record.taken               ? "moved in chunks"
               : *m == 0 || *n == 0            ? left::empty
               : known || std::min(*m, *n) < 0 ? left::wrong
                                               : left::outside;
    if (call.record.taken) {
      call.record.nprow = known->grid().nprow;
      call.record.npcol = known->grid().npcol;
    }
    call.set_reason(reason);
    call.finish();
    if (known) report(call, *known);
  });
}

#define HET_INSTANTIATE(LETTER, TYPE) template void pgemr2d<TYPE>(HET_PGEMR2D_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
