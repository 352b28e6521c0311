#include "src/driver/gemm/gemm.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <exception>
#include <string>

#include "src/algorithm/summa.hpp"
#include "src/base/error.hpp"
#include "src/driver/call.hpp"
#include "src/driver/choice.hpp"
#include "src/driver/matrix_argument.hpp"
#include "src/driver/next_routine.hpp"

namespace het {
namespace {

// Operations per process below which a call is over before deciding about it (and, the first time, measuring speeds for
// it) pays.
constexpr double least_flops = 2e9;
// Operations per process on a context, in calls that are large enough, before speeds are measured for them: less would
// be over before the measuring has paid.
constexpr double measuring_flops = 2e10;
// A dimension of a few blocks is a panel of somebody's blocked algorithm: there is no long inner dimension to
// gain from.
constexpr Extent least_dimension = 128;

template <Scalar T>
struct GemmArguments {
  char trans_a, trans_b;
  Extent m, n, k;
  T alpha, beta;
  MatrixArgument a, b, c;
};

// Which of two statements all processes make. The last moment at which the call can still be forwarded.
std::array<bool, 2> all_agree(const Communicator& comm, std::array<int, 2> mine) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, mine.data(), 2, MPI_INT, MPI_MIN, comm.get()), "MPI_Allreduce");
  return {mine[0] == 1, mine[1] == 1};
}

// A shape that is not worth a decision, from global sizes alone: every process sees the same.
template <Scalar T>
bool too_small(const GemmArguments<T>& x, double flops_per_process) {
  const Extent least = std::min({x.m, x.n, x.k});
  const Extent block = std::max(x.c.distribution.rows.nb(), x.c.distribution.cols.nb());
  return flops_per_process < least_flops || least < least_dimension || least <= 2 * block;
}

template <Scalar T>
Choice chosen(Context& context, const GemmArguments<T>& x) {
  const Distribution c{x.c.distribution.rows.part(x.c.i, x.m), x.c.distribution.cols.part(x.c.j, x.n)};
  return decided_choice(context,
                        CallShape::product(x.m, x.n, x.k, flops_per_multiply_add<T>, Extent{sizeof(T)}), c);
}

// The product on the chosen layout of C. Takes its memory when made, computes when told to.
template <Scalar T>
class Product {
 public:
  Product(Context& context, const Choice& choice, const GemmArguments<T>& x, const T* a, const T* b, T* c)
      : context_(context), x_(x), caller_c_(c), moved_(choice.way == Choice::moved) {
    GemmProblem<T> problem{x.trans_a,
                           x.trans_b,
                           x.m,
                           x.n,
                           x.k,
                           x.alpha,
                           x.beta,
                           {part(x.a, context), {a, x.a.lld}},
                           {part(x.b, context), {b, x.b.lld}},
                           {part(x.c, context), {c, x.c.lld}}};
    if (moved_) {
      // C's new values alone: beta times the old ones joins when they come home.
      distribution_.emplace(choice.distribution(x.m, x.n));
      placement_ = choice.placement(context.comm().size());
      if (const auto at = placement_[context.comm().rank()]; at.on_grid()) {
        local_rows_ = distribution_->rows.local_size(ProcessCoord(at.row));
        new_c_ = Buffer<T>(local_rows_ * distribution_->cols.local_size(ProcessCoord(at.col)));
      }
      problem.beta = T(0);
      problem.c = {{&*distribution_, &placement_, GlobalIndex(0), GlobalIndex(0)}, new_local()};
    }
    SummaOptions options;
    options.panel_k = choice.panel_width;
    summa_.emplace(context.comm(), problem, options);
  }

  void compute(hetscalapack_call& record) {
    const ComputeStatistics done = summa_->run();
    record.busy = done.busy;
    record.bytes_moved += done.bytes_sent;
    summa_.reset();
  }

  // C := new C + beta C, where the caller has it.
  void move_out(hetscalapack_call& record) {
    if (!moved_) return;
    record.bytes_moved +=
        redistribute<T>(context_.comm(), {&*distribution_, &placement_, GlobalIndex(0), GlobalIndex(0)},
                        {new_c_.data(), new_local().lld}, part(x_.c, context_), {caller_c_, x_.c.lld}, x_.m,
                        x_.n, false, {x_.beta});
  }

 private:
  static MatrixPart part(const MatrixArgument& x, const Context& context) {
    return {&x.distribution, &context.placement(), x.i, x.j};
  }
  LocalArray<T> new_local() const { return {new_c_.data(), std::max<Extent>(local_rows_, 1)}; }

  Context& context_;
  const GemmArguments<T>& x_;
  T* caller_c_;
  bool moved_;
  std::optional<Distribution> distribution_;
  Placement placement_;
  Extent local_rows_ = 0;
  Buffer<T> new_c_;
  std::optional<Summa<T>> summa_;
};

constexpr const char* not_ours = "arguments are ScaLAPACK's to judge";

// Takes the call or not, and says why; until it takes it nothing of the caller's has been touched.
template <Scalar T>
std::string take(Call& call, Context& context, const GemmArguments<T>& x, const T* a, const T* b, T* c) {
  const Config& config = context.config();
  if (auto reason = refusal(context, "gemm"); !reason.empty()) return reason;
  const double flops = flops_per_multiply_add<T> * static_cast<double>(x.m) * static_cast<double>(x.n) *
                       static_cast<double>(x.k) / context.comm().size();
  if (config.mode == Mode::automatic && too_small(x, flops))
    return fmt::format(
        "too small: less than {:g} operations per process, or a dimension below {} or of two blocks",
        least_flops, least_dimension);
  if (config.mode == Mode::automatic && config.measured() && context.work_seen(flops) < measuring_flops)
    return fmt::format("speeds are measured once calls have done {:g} operations per process",
                       measuring_flops);
  if (!context.speeds()) return context.unusable_reason();

  const Choice choice = chosen(context, x);
  call.plan = {choice.order,   choice.rows.shares(), choice.cols.shares(), choice.rows.nb,
               choice.compute, choice.move_out,      choice.reference};
  if (choice.way == Choice::forward) return "ScaLAPACK is predicted to be as fast";
  auto& meter = MemoryMeter::instance();
  const Extent before = meter.current();
  meter.reset_peak();
  std::optional<Product<T>> product;
  bool fits = false;
  const Extent budget = context.memory_bytes();
  try {
    product.emplace(context, choice, x, a, b, c);
    fits = meter.current() - before <= budget;
  } catch (const std::bad_alloc&) {
  }
  const bool arguments_ok = x.a.local_ok && x.b.local_ok && x.c.local_ok;
  const auto [all_fit, all_arguments_ok] = all_agree(context.comm(), {fits, arguments_ok});
  if (!all_arguments_ok) return not_ours;
  if (!all_fit)
    return fits ? "another process may not allocate what it needs"
                : fmt::format("memory limit: {:.4g} MB may be allocated, and more is needed",
                              static_cast<double>(budget) / 1e6);
  call.mark(&hetscalapack_call::plan);

  call.record.taken = 1;
  call.record.in_place = choice.way == Choice::in_place;
  call.record.nprow = choice.p;
  call.record.npcol = choice.q;
  call.record.predicted = choice.predicted();
  call.record.bound = choice.bound;
  if (choice.way == Choice::in_place)
    for (int rank = 0; rank < context.comm().size(); ++rank) call.plan.order.push_back(rank);
  product->compute(call.record);
  call.mark(&hetscalapack_call::compute);
  product->move_out(call.record);
  call.mark(&hetscalapack_call::move_out);
  call.record.bytes_allocated = meter.peak() - before;
  return fmt::format("{}: predicted {:.3g} s, ScaLAPACK {:.3g} s",
                     call.record.in_place ? "in place" : "moved", choice.predicted(), choice.reference);
}

// The arguments if they are such as we take, judged from what is the same on every process.
template <Scalar T>
std::optional<GemmArguments<T>> read_arguments(const blacs::GridInfo& grid, HET_PGEMM_PARAMETERS(T)) {
  static_cast<void>(a), static_cast<void>(b), static_cast<void>(c);
  const char ta = static_cast<char>(std::toupper(static_cast<unsigned char>(*transa)));
  const char tb = static_cast<char>(std::toupper(static_cast<unsigned char>(*transb)));
  const auto known = [](char trans) { return trans == 'N' || trans == 'T' || trans == 'C'; };
  if (!known(ta) || !known(tb) || *m < 1 || *n < 1 || *k < 1 || *alpha == T(0)) return std::nullopt;
  const int context = desca[1];
  auto ma = read_matrix(desca, *ia, *ja, ta == 'N' ? *m : *k, ta == 'N' ? *k : *m, context, grid);
  auto mb = read_matrix(descb, *ib, *jb, tb == 'N' ? *k : *n, tb == 'N' ? *n : *k, context, grid);
  auto mc = read_matrix(descc, *ic, *jc, *m, *n, context, grid);
  if (!ma || !mb || !mc) return std::nullopt;
  // For real types a conjugate transpose is a transpose.
  const auto real = [](char trans) { return is_complex<T> || trans == 'N' ? trans : 'T'; };
  return GemmArguments<T>{real(ta),       real(tb),      *m, *n, *k, *alpha, *beta, std::move(*ma),
                          std::move(*mb), std::move(*mc)};
}

template <Scalar T>
void pgemm_or_forward(Call& call, const NextRoutine<PgemmFunction<T>>& next, HET_PGEMM_PARAMETERS(T)) {
  const blacs::GridInfo grid = blacs::grid_info(desca[1]);
  Context* context = nullptr;
  std::string reason = not_ours;
  if (grid.inside()) {
    if (const auto x = read_arguments<T>(grid, HET_PGEMM_ARGUMENTS)) {
      context = &Context::of(desca[1]);
      reason = take(call, *context, *x, a, b, c);
    } else {
      context = Context::find(desca[1]);
    }
  }
  if (!call.record.taken) {
    call.mark(&hetscalapack_call::plan);
    next(HET_PGEMM_ARGUMENTS);
  }
  call.set_reason(reason);
  call.finish(context);
}

}  // namespace

template <Scalar T>
void pgemm(PgemmFunction<T>* self, HET_PGEMM_PARAMETERS(T)) {
  try {
    static const std::string name = routine_name<T>("gemm");
    static const NextRoutine<PgemmFunction<T>> next(name + "_", self);
    if (Call::nested()) return next(HET_PGEMM_ARGUMENTS);
    Call call(name, *m, *n, *k);
    pgemm_or_forward<T>(call, next, HET_PGEMM_ARGUMENTS);
  } catch (const std::exception& error) {
    give_up(PrecisionTraits<T>::letter, "gemm", error);
  }
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template void pgemm<TYPE>(PgemmFunction<TYPE>*, HET_PGEMM_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
