#include "src/driver/gemm/gemm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/algorithm/summa.hpp"
#include "src/base/error.hpp"
#include "src/bindings/tags.hpp"
#include "src/driver/matrix/matrix_argument.hpp"
#include "src/driver/matrix/own_matrix.hpp"
#include "src/driver/routine.hpp"
#include "src/redistribute/strip_exchange.hpp"

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
      : context_(context), arguments_(std::move(arguments)), x_(*arguments_), caller_c_(c) {
    const GemmArguments<T>& x = x_;
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
    if (choice.way == Way::moved) {
      // C's new values alone: beta times the old ones joins when they come home.
      new_c_.emplace(context.comm(), choice, x.m, x.n);
      problem.beta = T(0);
      problem.c = {new_c_->part(), new_c_->local()};
    }
    SummaOptions options;
    options.panels.width = choice.panel_width;
    options.panels.first = choice.first_panel;
    options.panels.depth = choice.panels_alive;
    options.moves = this;
    if (new_c_) options.last_pieces = strips_.count();
    summa_.emplace(context.comm(), problem, options);
  }

  Extent later_bytes() const override {
    return buffered() ? StripExchange<T>::buffer_bytes(strips_leaving(true)) : 0;
  }

  ComputeStatistics compute() override {
    const ComputeStatistics statistics = summa_->run();
    summa_.reset();
    return statistics;
  }

  // C := new C + beta C, where the caller has it.
  Extent move_out() override {
    if (!new_c_) return 0;
    done(x_.n);
    leaving_->finish();
    return leaving_->bytes_sent();
  }

 private:
  bool buffered() const { return new_c_ && x_.beta != T(0); }
  // Columns of C leave while the last product goes on.
  void done(Extent col) override {
    if (!new_c_) return;
    if (!leaving_) {
      std::vector<Strip> strips;
      const MatrixPart theirs = part(x_.c, context_);
      for (Extent s = 0; s < strips_.count(); ++s) {
        const Extent begin = strips_.begin(s), end = strips_.end(s);
        strips.push_back({new_c_->part(0, begin),
                          {theirs.distribution, theirs.placement, theirs.i, theirs.j + begin},
                          x_.m,
                          end - begin,
                          end});
      }
      leaving_.emplace(context_.comm(), std::move(strips), new_c_->read_only(),
                       LocalArray<T>{caller_c_, x_.c.lld}, Arrival<T>{x_.beta},
                       StripTraffic{tags::move_out, strips_leaving(buffered())});
    }
    leaving_->release(col);
  }
  std::size_t progress(JointLook& look) override { return leaving_ ? leaving_->progress(look) : 0; }

  static MatrixPart part(const MatrixArgument& x, const Context& context) {
    return {&x.distribution, &context.placement(), x.i, x.j};
  }

  Context& context_;
  std::shared_ptr<const GemmArguments<T>> arguments_;
  const GemmArguments<T>& x_;
  T* caller_c_;
  std::optional<OwnMatrix<T>> new_c_;
  const ColumnStrips strips_{x_.n};
  std::optional<StripExchange<T>> leaving_;
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
