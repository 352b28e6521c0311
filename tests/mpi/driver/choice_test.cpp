#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "src/driver/choice/choice.hpp"
#include "src/driver/choice/find_ways.hpp"
#include "tests/mpi/blacs_grid.hpp"

namespace het {
namespace {

// So large that computing decides.
const CallShape huge = CallShape::product(40000, 40000, 40000, 2, 8);

CallShape factorization(RoutineKind kind) { return CallShape::factorization(kind, 40000, 40000, 2, 8); }

// What contexts of these processes find instead of measuring, which on a busy machine may show anything: equal ones on
// links of 10 Gb/s, and usual kernels.
void remember_usual_speeds() {
  Speeds usual;
  usual.cycle_times.assign(4, 1);
  usual.seconds_per_flop = 2e-11;
  usual.links.between = {8e-10, 2e-6, 5e-7};
  usual.kernels = {{}, 12, 150};
  remember(Communicator::duplicate_of(MPI_COMM_WORLD), precision_of<double>, usual);
}

Context& opened(const test::BlacsGrid& blacs, const char* cycle_times, const char* mode, const char* grid) {
  remember_usual_speeds();
  setenv("HETSCALAPACK_CYCLE_TIMES", cycle_times, 1);
  setenv("HETSCALAPACK_MODE", mode, 1);
  setenv("HETSCALAPACK_GRID", grid, 1);
  Context& context = Context::of(blacs.context());
  context.find_speeds(precision_of<double>);
  return context;
}

// A context of 2 x 2 processes with these settings, and what it chooses for a matrix in blocks of 64. As the first one of its
// program, unless it shares what others predicted.
struct Chooser {
  Chooser(const char* cycle_times, const char* mode, const char* grid = "auto", bool shares = false)
      : context(opened(blacs, cycle_times, mode, grid)) {
    if (!shares) predicted_ways() = {};
  }
  Choice choice(const CallShape& shape) const {
    const Distribution matrix = matrix_of(shape);
    return decided_choice(context, shape, {matrix, context.placement()});
  }
  static Distribution matrix_of(const CallShape& shape) {
    return block_cyclic(shape.m, shape.n, 64, 64, 2, 2);
  }
  // A call that had been chosen so took these seconds, as chosen or by ScaLAPACK.
  void took(const CallShape& shape, const Choice& choice, Way way, double seconds) const {
    const Alternative taken = way == Way::moved ? choice.taken() : Alternative{way};
    context.note(precision_of<double>,
                 {{size_class(shape, matrix_of(shape)), taken, choice.predictions, seconds}, {}});
    const Verdict verdict = context.learning(precision_of<double>).judge({{seconds, 0, 0}});
    context.forget();
    context.follow(precision_of<double>, verdict);
  }
  // It got no memory.
  void refuse(const CallShape& shape, const Alternative& alternative) const {
    const Distribution matrix = matrix_of(shape);
    context.decisions().refuse(choice_key(shape, {matrix, context.placement()}), alternative, 1000);
  }
  void refuse_moves(const CallShape& shape, const Choice& choice) const {
    for (const auto& [alternative, seconds] : choice.predictions)
      if (alternative.way == Way::moved) refuse(shape, alternative);
  }

  test::BlacsGrid blacs{2, 2};
  Context& context;
};

Choice chosen(const CallShape& shape, const char* cycle_times, const char* mode, const char* grid = "auto") {
  return Chooser(cycle_times, mode, grid).choice(shape);
}

// The root's numbers, wherever this is called.
std::vector<Extent> of_root(std::vector<Extent> numbers) {
  auto size = static_cast<Extent>(numbers.size());
  MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  numbers.resize(static_cast<std::size_t>(size));
  MPI_Bcast(numbers.data(), static_cast<int>(size), MPI_INT64_T, 0, MPI_COMM_WORLD);
  return numbers;
}

TEST(Choice, IsTheSameOnEveryProcess) {
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky}) {
    const Choice choice = chosen(factorization(kind), "6,3,2,1", "auto");
    EXPECT_EQ(choice.encode(), of_root(choice.encode())) << family_name(kind);
    EXPECT_EQ(Choice::decode(choice.encode()), choice);
  }
}

TEST(Choice, TheCallersGridIsNeverLeft) {
  for (const char* mode : {"auto", "always"}) {
    const Choice choice = chosen(huge, "1,2,3,6", mode, "caller");
    EXPECT_NE(choice.way, Way::moved) << mode;
    EXPECT_EQ(chosen(huge, "1,2,3,6", mode).way, Way::moved) << mode;
  }
  EXPECT_EQ(chosen(factorization(RoutineKind::lu), "1,2,3,6", "always", "caller").way, Way::in_place);
}

TEST(Choice, FactorizationsMoveBothWaysToBlocksInAnyOrder) {
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky}) {
    const Choice choice = chosen(factorization(kind), "6,3,2,1", "always", "2x2");
    ASSERT_EQ(choice.way, Way::moved) << family_name(kind);
    EXPECT_EQ(choice.layout.order.front(), 3);
    EXPECT_EQ(choice.panel_width, choice.layout.cols.nb);
    EXPECT_EQ(choice.layout.rows.nb, choice.layout.cols.nb);
    EXPECT_GT(choice.move_in, 0);
    EXPECT_GT(choice.move_out, 0);
    EXPECT_GT(choice.reference() / choice.compute, 1.5);
    EXPECT_LE(choice.quickest(), choice.predicted());
    const Distribution made = choice.layout.distribution(40000, 40000);
    // 3 : 1, but for the panels.
    EXPECT_NEAR(static_cast<double>(made.rows.local_size(ProcessCoord(0))), 30000, 6000);
    EXPECT_GT(made.cols.pattern().size(), 300u);
  }
}

// Wider panels than the caller's blocks are what they can gain.
TEST(Choice, EqualProcessesFactorInPlaceUnlessAMoveGainsTwoPercent) {
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky}) {
    const Choice choice = chosen(factorization(kind), "4*1", "always", "auto");
    const auto in_place =
        std::ranges::find(choice.predictions, Way::in_place, [](const auto& each) { return each.first.way; });
    ASSERT_NE(in_place, choice.predictions.end());
    const bool gains = choice.moved() < 0.98 * in_place->second;
    EXPECT_EQ(choice.way, gains ? Way::moved : Way::in_place) << family_name(kind);
    if (!gains) {
      EXPECT_EQ(choice.panel_width, 64);
    }
  }
}

// Nothing of the layout that it might have had travels with it.
TEST(Choice, LeftToScaLapackHasNoLayout) {
  const Choice moved = chosen(huge, "1,2,3,6", "always");
  ASSERT_EQ(moved.way, Way::moved);
  ASSERT_GT(moved.predicted(), 0);
  const Choice left = moved.forwarded();
  EXPECT_EQ(left.way, Way::forward);
  EXPECT_EQ(left.layout, Layout{});
  EXPECT_EQ(left.predicted(), 0);
  EXPECT_EQ(left.predictions, moved.predictions);
  EXPECT_LT(left.encode().size(), moved.encode().size());
}

TEST(Choice, LayoutsAreRankedOnlyWhereTheyMayWin) {
  EXPECT_EQ(chosen(huge, "4*1", "auto").moved(), 0);
  EXPECT_GT(chosen(huge, "1,2,3,6", "auto").moved(), 0);
  EXPECT_GT(chosen(huge, "4*1", "always").moved(), 0);
}

// What past calls showed decides the next one, on every process.
TEST(Choice, IsCorrectedByWhatCallsTook) {
  const Chooser chooser("1,2,3,6", "auto");
  const Choice first = chooser.choice(huge);
  ASSERT_EQ(first.way, Way::moved);
  chooser.took(huge, first, Way::moved, first.moved());
  EXPECT_EQ(chooser.choice(huge), first);
  chooser.took(huge, first, Way::moved, 1000 * first.reference());
  const Choice next = chooser.choice(huge);
  EXPECT_NE(next.way, Way::moved);
  EXPECT_EQ(next.basis, Basis::experience);
  EXPECT_EQ(next.encode(), of_root(next.encode()));
}

// A move that disappoints is compared with moves to other numbers of process rows, which are then known as well.
TEST(Choice, TriesOtherProcessRowsThanThoseThatDisappoint) {
  const Chooser chooser("1,2,3,6", "auto");
  const Choice first = chooser.choice(huge);
  ASSERT_EQ(first.way, Way::moved);
  ASSERT_GT(first.predictions.size(), 3u) << "several moves";
  std::set<int> tried;
  for (int calls = 0; calls < 40; ++calls) {
    const Choice next = chooser.choice(huge);
    ASSERT_EQ(next.way, Way::moved);
    EXPECT_EQ(next.encode(), of_root(next.encode()));
    EXPECT_EQ(next.basis, next.layout.p == first.layout.p ? Basis::predictions : Basis::experience);
    tried.insert(next.layout.p);
    chooser.took(huge, next, Way::moved, (next.layout.p == first.layout.p ? 1.2 : 1.3) * next.predicted());
  }
  EXPECT_GT(tried.size(), 1u);
  EXPECT_EQ(chooser.choice(huge).layout.p, first.layout.p) << "the best of those that were seen";
}

// Where predicting takes as long as many calls, it waits for them, on whatever context; equal processes may spend a hundredth
// of their calls, others half of what they could save.
TEST(Choice, WaitsUntilPredictingPays) {
  const PredictionWork work = prediction_work(huge, Chooser::matrix_of(huge));
  const double call = flops(huge) * 2e-11 / 4;
  const auto takes_as_long_as = [&](double calls) {
    predicted_ways() = {};
    predicted_ways().note_predicting(work, calls * call);
  };
  takes_as_long_as(0.1);
  int waits = 0;
  for (bool waiting = true; waiting; waits += waiting) {
    const Choice choice = Chooser("4*1", "auto", "auto", true).choice(huge);
    EXPECT_EQ(choice.encode(), of_root(choice.encode()));
    waiting = of_root({choice.basis == Basis::unpredicted})[0] && waits < 100;
    if (waiting) {
      EXPECT_EQ(choice.way, Way::forward);
      EXPECT_EQ(choice.reference(), 0);
    }
  }
  EXPECT_NEAR(waits, 9, 1);
  takes_as_long_as(0.1);
  EXPECT_NE(Chooser("1,2,3,6", "auto", "auto", true).choice(huge).basis, Basis::unpredicted);
  takes_as_long_as(100);
  EXPECT_EQ(Chooser("1,2,3,6", "auto", "auto", true).choice(huge).basis, Basis::unpredicted);
  EXPECT_NE(Chooser("1,2,3,6", "always", "auto", true).choice(huge).basis, Basis::unpredicted);
  predicted_ways() = {};
}

// To see what it takes is another reason than to know it.
TEST(Choice, TellsATrialOfScaLapackFromExperience) {
  const Chooser chooser("1,2,3,6", "auto");
  const Choice first = chooser.choice(huge);
  ASSERT_EQ(first.way, Way::moved);
  EXPECT_EQ(first.basis, Basis::predictions);
  chooser.took(huge, first, Way::moved, 0.99 * first.reference());
  const Choice trial = chooser.choice(huge);
  EXPECT_EQ(trial.way, Way::forward);
  EXPECT_EQ(trial.basis, Basis::trial);
  chooser.took(huge, first, Way::forward, 0.5 * first.reference());
  const Choice next = chooser.choice(huge);
  EXPECT_EQ(next.way, Way::forward);
  EXPECT_EQ(next.basis, Basis::experience);
}

// Where a move would have been taken and got no memory, a call is not forwarded because nothing is gained.
TEST(Choice, TellsThatAMoveGotNoMemory) {
  const Chooser chooser("1,2,3,6", "auto");
  const Choice first = chooser.choice(huge);
  ASSERT_EQ(first.way, Way::moved);
  EXPECT_FALSE(first.refused);
  ASSERT_GT(first.predictions.size(), 3u) << "several moves";
  chooser.refuse(huge, first.taken());
  const Choice other = chooser.choice(huge);
  EXPECT_EQ(other.way, Way::moved) << "elsewhere";
  EXPECT_NE(other.layout.p, first.layout.p);
  chooser.refuse_moves(huge, first);
  const Choice next = chooser.choice(huge);
  EXPECT_NE(next.way, Way::moved);
  EXPECT_EQ(next.refused, next.way == Way::forward);
  chooser.refuse(huge, {Way::in_place});
  const Choice last = chooser.choice(huge);
  EXPECT_EQ(last.way, Way::forward);
  EXPECT_TRUE(last.refused);
}

// Programs make context after context: what one predicted, the next one knows, unless it has a grid of its own.
TEST(Choice, OfAContextRestsOnWhatOthersPredicted) {
  const Chooser first("1,2,3,6", "auto");
  const Choice chosen = first.choice(huge);
  const Placed caller{Chooser::matrix_of(huge), first.context.placement()};
  const auto ranked = [&](const Context& context) {
    return const_cast<Context&>(context).decisions().ways(choice_key(huge, caller)).ranked;
  };
  ASSERT_EQ(ranked(first.context), first.context.is_root());
  predicted_ways().note_ranking(prediction_work(huge, Chooser::matrix_of(huge)), 1e9);  // nobody ranks anew
  const Chooser second("1,2,3,6", "auto", "auto", true);
  EXPECT_EQ(second.choice(huge).encode(), chosen.encode());
  EXPECT_EQ(ranked(second.context), second.context.is_root());
  const Chooser other_speeds("1,2,3,7", "auto", "auto", true);
  other_speeds.choice(huge);
  EXPECT_FALSE(ranked(other_speeds.context));
  {
    const Chooser own_grid("1,2,3,6", "auto", "1x3", true);
    const Layout layout = own_grid.choice(huge).layout;
    EXPECT_EQ(std::pair(layout.p, layout.q), std::pair(1, 3));
  }
  const Chooser last("1,2,3,6", "auto", "auto", true);
  EXPECT_EQ(last.choice(huge).encode(), chosen.encode()) << "nor is that one's layout theirs";
}

// What a call could have saved is counted as it is met, not as it is chosen for again.
TEST(Choice, CountsACallOnceHoweverOftenItIsChosenFor) {
  const Chooser chooser("1,2,3,6", "auto");
  predicted_ways().note_ranking(prediction_work(huge, Chooser::matrix_of(huge)),
                                1e9);  // longer than all that there is to gain
  const Distribution matrix = Chooser::matrix_of(huge);
  const Placed caller{matrix, chooser.context.placement()};
  const auto not_gained = [&] {
    return chooser.context.decisions().ways(choice_key(huge, caller)).not_gained;
  };
  chooser.choice(huge);
  const double once = not_gained();
  EXPECT_EQ(once > 0, chooser.context.is_root());
  chooser.refuse(huge, {Way::in_place});
  decided_choice(chooser.context, huge, caller, 0);
  EXPECT_EQ(not_gained(), once);
  chooser.choice(huge);
  EXPECT_EQ(not_gained(), 2 * once);
}

// Nothing else of ours would gain then: forwarded, and not because ScaLAPACK is quicker than a move.
TEST(Choice, IsForwardedForMemoryWhereOnlyTheMoveWouldGain) {
  const Chooser chooser("1,2,3,6", "auto");
  const Choice first = chooser.choice(huge);
  ASSERT_EQ(first.way, Way::moved);
  chooser.took(huge, first, Way::in_place, 1000 * first.reference());
  chooser.refuse_moves(huge, first);
  const Choice next = chooser.choice(huge);
  EXPECT_EQ(next.way, Way::forward);
  EXPECT_TRUE(next.refused);
}

TEST(Choice, KeysTellWhatMatters) {
  const Placement by_rows = Placement::row_major(2, 2), by_cols = by_rows.transposed();
  const auto key = [&](const CallShape& shape, Extent mb, int source, const Placement& placement) {
    return choice_key(shape, {block_cyclic(40000, 40000, mb, 64, 2, 2, source, 0), placement});
  };
  const CallShape lu = factorization(RoutineKind::lu);
  const std::string one = key(lu, 64, 0, by_rows);
  EXPECT_EQ(one, key(lu, 64, 0, by_rows));
  EXPECT_NE(one, key(factorization(RoutineKind::qr), 64, 0, by_rows));
  EXPECT_NE(one, key(CallShape::factorization(RoutineKind::lu, 40000, 40000, 8, 16), 64, 0, by_rows));
  EXPECT_NE(one, key(lu, 32, 0, by_rows));
  EXPECT_NE(one, key(lu, 64, 1, by_rows));
  EXPECT_NE(one, key(lu, 64, 0, by_cols));
}

TEST(Choice, UnequalProcessesGetSharesThatFitThem) {
  const Choice choice = chosen(huge, "6,3,2,1", "auto", "2x2");
  ASSERT_EQ(choice.way, Way::moved);
  // Rank 3 is the fastest and sits at (0, 0); rank 0 the slowest, at (1, 1). r = 3 : 1, c = 2 : 1, in units of 8.
  EXPECT_EQ(choice.layout.order.front(), 3);
  EXPECT_EQ(choice.layout.order.back(), 0);
  EXPECT_EQ(choice.layout.rows.shares(), (std::vector<Extent>{3750, 1250}));
  EXPECT_NEAR(static_cast<double>(choice.layout.cols.shares()[0]), 5000 * 2 / 3.0, 1);
  EXPECT_NEAR(choice.bound, 3, 1e-6);
  const Distribution made = choice.layout.distribution(huge.m, huge.n);
  EXPECT_EQ(made.rows.extent(), huge.m);
  EXPECT_EQ(made.rows.local_size(ProcessCoord(0)), 30000);
  EXPECT_EQ(choice.layout.placement(4)[3], (Placement::Coord{0, 0}));
}

TEST(Choice, EqualProcessesStayInPlace) {
  EXPECT_EQ(chosen(huge, "4*1", "auto").way, Way::in_place);
  EXPECT_EQ(chosen(huge, "4*1", "always").way, Way::in_place);
}

TEST(Choice, AGridThatTheUserNamesIsTakenInModeAlways) {
  const Choice choice = chosen(huge, "4*1", "always", "1x3");
  EXPECT_EQ(choice.way, Way::moved);
  EXPECT_EQ(std::pair(choice.layout.p, choice.layout.q), std::pair(1, 3));
  const Placement placement = choice.layout.placement(4);
  EXPECT_EQ(
      std::count_if(placement.of_rank.begin(), placement.of_rank.end(), [](auto at) { return at.on_grid(); }),
      3);
}

// Each member unlike what it is by default.
TEST(Choice, SurvivesTheJourneyThroughWholeNumbers) {
  Choice choice;
  choice.way = Way::moved;
  choice.layout.p = 2;
  choice.layout.q = 3;
  choice.layout.order = {5, 4, 3, 2, 1, 0};
  choice.layout.rows = {8, {0, 0, 0, 1, 0}, 2};
  choice.layout.cols = {8, {2, 1, 1, 0}, 3};
  choice.panel_width = 64;
  choice.first_panel = 48;
  choice.panels_alive = PanelStreamLimits{}.depth - 1;
  choice.shared_solve = true;
  choice.move_in = 0.5;
  choice.compute = 1.5;
  choice.move_out = 0.25;
  choice.predictions = {{{Way::forward}, 2}, {{Way::in_place}, 1.25}, {{Way::moved, 2}, 1.75}};
  choice.basis = Basis::trial;
  choice.refused = true;
  choice.needed = Extent{1} << 40;
  choice.bound = 2.5;
  EXPECT_EQ(Choice::decode(choice.encode()), choice);
  EXPECT_EQ(Choice::decode(Choice{}.encode()), Choice{});
}

}  // namespace
}  // namespace het
