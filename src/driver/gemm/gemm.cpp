#include "src/driver/gemm/gemm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "src/algorithm/summa.hpp"
#include "src/base/error.hpp"
#include "src/driver/matrix/matrix_argument.hpp"
#include "src/driver/matrix/move_back.hpp"
#include "src/driver/routine.hpp"

namespace het {
namespace {

template <Scalar T>
struct GemmArguments {
  char trans_a, trans_b;
  Extent m, n, k;
  T alpha, beta;
  MatrixArgument a, b, c;
};

// The product on the chosen layout of C. Takes its memory when made, computes when told to.
template <Scalar T>
class Product : public Job, private Moves {
 public:
  Product(Context& context, const Choice& choice, std::shared_ptr<const GemmArguments<T>> arguments,
          const T* a, const T* b, T* c)
      : arguments_(std::move(arguments)) {
    const GemmArguments<T>& x = *arguments_;
    const Placement& placement = context.placement();
    const LocalArray<T> caller_c{c, x.c.lld};
    GemmProblem<T> problem{x.trans_a,
                           x.trans_b,
                           x.m,
                           x.n,
                           x.k,
                           x.alpha,
                           x.beta,
                           {x.a.part(placement), {a, x.a.lld}},
                           {x.b.part(placement), {b, x.b.lld}},
                           {x.c.part(placement), caller_c}};
    SummaOptions options;
    options.panels.width = choice.panel_width;
    options.panels.first = choice.first_panel;
    options.panels.depth = choice.panels_alive;
    options.moves = this;
    if (choice.way == Way::moved) {
      // C's new values alone: beta times the old ones joins when they come home.
      new_c_.emplace(context.comm(), choice, x.m, x.n);
      problem.beta = T(0);
      problem.c = {new_c_->part(), new_c_->local()};
      const ColumnStrips columns(x.n);
      options.last_pieces = columns.count();
      back_.emplace(context.comm(), strips(columns, placement), *new_c_, caller_c, Arrival<T>{x.beta});
    }
    summa_.emplace(context.comm(), problem, options);
  }

  Extent later_bytes() const override { return back_ ? back_->later_bytes() : 0; }

  ComputeStatistics compute() override {
    const ComputeStatistics statistics = summa_->run();
    summa_.reset();
    return statistics;
  }

  // C := new C + beta C, where the caller has it.
  Extent move_out() override { return back_ ? back_->finish() : 0; }

 private:
  // Columns of C leave while the last product goes on.
  void done(Extent col) override {
    if (back_) back_->release(col);
  }
  std::size_t progress(JointLook& look) override { return back_ ? back_->progress(look) : 0; }

  std::vector<Strip> strips(const ColumnStrips& columns, const Placement& placement) const {
    const GemmArguments<T>& x = *arguments_;
    std::vector<Strip> strips;
    for (Extent s = 0; s < columns.count(); ++s) {
      const Extent begin = columns.begin(s), end = columns.end(s);
      strips.push_back({new_c_->part(0, begin), x.c.part(placement, 0, begin), x.m, end - begin, end});
    }
    return strips;
  }

  std::shared_ptr<const GemmArguments<T>> arguments_;
  std::optional<OwnMatrix<T>> new_c_;
  std::optional<MoveBack<T>> back_;
  std::optional<Summa<T>> summa_;
};

// The arguments if they are such as we take, judged from what is the same on every process.
template <Scalar T>
Reading<GemmArguments<T>> read_arguments(const blacs::GridInfo& grid, HET_PGEMM_PARAMETERS(T)) {
  static_cast<void>(a), static_cast<void>(b), static_cast<void>(c);
  const char ta = upper(*transa), tb = upper(*transb);
  const auto known = [](char trans) { return trans == 'N' || trans == 'T' || trans == 'C'; };
  if (!known(ta) || !known(tb) || std::min({*m, *n, *k}) < 0) return left::wrong;
  if (std::min({*m, *n, *k}) == 0) return left::empty;
  if (*alpha == T(0)) return left::no_product;
  const int context = desca[1];
  auto ma = read_matrix({desca, *ia, *ja, ta == 'N' ? *m : *k, ta == 'N' ? *k : *m}, context, grid);
  auto mb = read_matrix({descb, *ib, *jb, tb == 'N' ? *k : *n, tb == 'N' ? *n : *k}, context, grid);
  auto mc = read_matrix({descc, *ic, *jc, *m, *n}, context, grid);
  for (const auto* x : {&ma, &mb, &mc})
    if (!*x) return x->refusal();
  // For real types a conjugate transpose is a transpose.
  const auto real = [](char trans) { return is_complex<T> || trans == 'N' ? trans : 'T'; };
  return GemmArguments<T>{real(ta),       real(tb),      *m, *n, *k, *alpha, *beta, std::move(*ma),
                          std::move(*mb), std::move(*mc)};
}

template <Scalar T>
Reading<Request> request_of(const blacs::GridInfo& grid, HET_PGEMM_PARAMETERS(T)) {
  auto x = read_arguments<T>(grid, HET_PGEMM_ARGUMENTS);
  if (!x) return x.refusal();
  Request request{{x->c.distribution.rows.part(x->c.i, x->m), x->c.distribution.cols.part(x->c.j, x->n)},
                  Placement::row_major(grid.nprow, grid.npcol),
                  x->a.local_ok && x->b.local_ok && x->c.local_ok ? nullptr : left::wrong,
                  {}};
  request.make_job = [=, x = std::make_shared<GemmArguments<T>>(std::move(*x))](
                         Context& its_context, const Choice& choice) -> std::unique_ptr<Job> {
    return std::make_unique<Product<T>>(its_context, choice, x, a, b, c);
  };
  return request;
}

}  // namespace

template <Scalar T>
void pgemm(PgemmFunction<T>* self, HET_PGEMM_PARAMETERS(T)) {
  enter<T, PgemmFunction<T>>(
      self, desca[1], CallShape::product(*m, *n, *k, flops_per_multiply_add<T>, Extent{sizeof(T)}),
      [&](const auto& next) { return next(HET_PGEMM_ARGUMENTS), true; },
      [&](Entry& entry) {
        // PBLAS compares nothing over the grid, and goes wrong where these differ.
        entry.global_arguments = {
            upper(*transa), upper(*transb), *beta == T(0), *m, *n, *k, *ia, *ja, *ib, *jb, *ic, *jc};
        for (const int* desc : {desca, descb, descc}) add_global_entries(entry.global_arguments, desc);
        entry.read = [&](const auto& grid) { return request_of<T>(grid, HET_PGEMM_ARGUMENTS); };
      });
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template void pgemm<TYPE>(PgemmFunction<TYPE>*, HET_PGEMM_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
