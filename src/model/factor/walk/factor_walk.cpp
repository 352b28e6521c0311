#include "src/model/factor/walk/factor_walk.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include "src/model/factor/walk/cholesky/cholesky_program.hpp"
#include "src/model/factor/walk/lu/left_program.hpp"
#include "src/model/factor/walk/lu/lu_program.hpp"
#include "src/model/factor/walk/qr/qr_program.hpp"

namespace het {
namespace {

// Messages that end within such a part of a latency end together.
constexpr double about_a_latency = 1e-3;

class FactorWalk {
 public:
  FactorWalk(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent widest_panel,
             const Placed* caller)
      : steps_(platform, shape, matrix, widest_panel),
        walk_(platform, about_a_latency * platform.between.latency) {
    if (caller) moved_.emplace(shape, *caller, matrix);
    const Placed& whole = caller ? *caller : matrix;
    for (int rank = 0; rank < matrix.placement.ranks(); ++rank) {
      const auto at = matrix.placement[rank];
      if (!at.on_grid() && !caller) continue;
      MovesOfRank& moves = moves_.emplace_back(walk_, steps_, rank, moved_ ? &*moved_ : nullptr);
      walk_.start(
          all_of(rank, at.on_grid() ? kernel(at.row, at.col, moves) : moves_alone(rank, moves), whole));
    }
  }

  std::optional<double> seconds() { return walk_.run(); }

 private:
  Program all_of(int rank, Program program, const Placed& whole) {
    co_await program;
    if (steps_.shape.kind == RoutineKind::lu && whole.placement[rank].on_grid())
      co_await lefts_.emplace_back(walk_, steps_, whole, rank).run();
  }
  Program kernel(int i, int j, MovesOfRank& moves) {
    switch (steps_.shape.kind) {
      case RoutineKind::cholesky:
        return on_grid(choleskys_.emplace_back(walk_, steps_, i, j, moves), moves);
      case RoutineKind::qr:
        return on_grid(qrs_.emplace_back(walk_, steps_, i, j, moves), moves);
      case RoutineKind::lu:
      case RoutineKind::gemm:
        break;
    }
    return on_grid(lus_.emplace_back(walk_, steps_, i, j, moves), moves);
  }
  template <class Kernel>
  static Program on_grid(Kernel& kernel, MovesOfRank& moves) {
    co_await moves.begin();
    co_await kernel.run();
    co_await moves.end();
  }
  // What comes back is welcome at once.
  Program moves_alone(int rank, MovesOfRank& moves) {
    co_await moves.begin();
    co_await walk_.wait(rank, [&moves] { return moves.columns_here() == unbounded; });
    moves.done(unbounded);
    co_await moves.end();
  }

  const FactorSteps steps_;
  Walk walk_;
  std::optional<MovedStrips> moved_;
  std::deque<MovesOfRank> moves_;
  std::deque<LuProgram> lus_;
  std::deque<LeftProgram> lefts_;
  std::deque<QrProgram> qrs_;
  std::deque<CholeskyProgram> choleskys_;
};

}  // namespace

std::optional<double> walked_factorization_seconds(const Platform& platform, const CallShape& shape,
                                                   const Placed& matrix, Extent widest_panel,
                                                   const Placed* caller) {
  FactorWalk walk(platform, shape, matrix, widest_panel, caller);
  return walk.seconds();
}

}  // namespace het
