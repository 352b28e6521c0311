#include "src/algorithm/factor/qr/qr.hpp"

#include "src/driver/factor/factor_argument.hpp"
#include "src/driver/factor/factor_job.hpp"
#include "src/driver/factor/factorizations.hpp"

namespace het {
namespace {

// LWORK that the reference demands: NB (Mp0 + Nq0 + NB), with what this process has of sub(A) grown to whole blocks at
// its beginning.
Extent least_workspace(const MatrixArgument& a, Extent m, Extent n, const blacs::GridInfo& grid) {
  const auto& [rows, cols] = a.distribution;
  const Extent row_offset = a.i.value() % rows.nb(), col_offset = a.j.value() % cols.nb();
  const Extent mp = rows.local_size(ProcessCoord(grid.myrow), a.i - row_offset, a.i + m);
  const Extent nq = cols.local_size(ProcessCoord(grid.mycol), a.j - col_offset, a.j + n);
  return cols.nb() * (mp + nq + cols.nb());
}

template <Scalar T>
struct QrOutputs {
  T *tau, *work;
  int* info;
};

template <Scalar T>
class QrJob : public FactorJob<T> {
 public:
  QrJob(Context& context, const Choice& choice, const FactorTarget<T>& target, const QrOutputs<T>& outputs)
      : FactorJob<T>(context, choice, target),
        qr_(context.comm(), this->problem(), this->options()),
        size_(std::min(target.m, target.n)),
        workspace_(least_workspace(this->argument(), target.m, target.n, context.grid())),
        out_(outputs) {}

  ComputeStatistics compute() override { return this->run(qr_); }

 private:
  std::span<std::byte> results() override {
    tau_ = qr_.tau();
    tau_.resize(static_cast<std::size_t>(size_));
    return std::as_writable_bytes(std::span(tau_));
  }

  // TAU of each local column of the whole A, in every process row.
  void deliver() override {
    out_.work[0] = static_cast<T>(static_cast<Real<T>>(workspace_));
    *out_.info = 0;
    const MatrixArgument& a = this->argument();
    const AxisMap& cols = a.distribution.cols;
    const ProcessCoord pj(this->context().grid().mycol);
    for (Extent k = 0; k < size_; ++k)
      if (const GlobalIndex col = a.j + k; cols.owner(col) == pj)
        out_.tau[cols.local_index(col).value()] = tau_[static_cast<std::size_t>(k)];
  }

  Qr<T> qr_;
  std::vector<T> tau_;
  Extent size_, workspace_;
  QrOutputs<T> out_;
};

template <Scalar T>
Reading<Request> request_of(const blacs::GridInfo& grid, HET_PGEQRF_PARAMETERS(T)) {
  const auto target = read_target(a, {desca, *ia, *ja, *m, *n}, grid);
  if (!target) return target.refusal();
  // A question for the workspace (LWORK = -1) is answered by the reference, on all processes or none.
  const bool enough = *lwork >= least_workspace(*target->argument, *m, *n, grid);
  const char* fault = enough ? nullptr : *lwork == -1 ? left::question : left::wrong;
  return factor_request<QrJob<T>>(*target, QrOutputs<T>{tau, work, info}, fault);
}

}  // namespace

template <Scalar T>
void pgeqrf(PgeqrfFunction<T>* self, HET_PGEQRF_PARAMETERS(T)) {
  const bool asks = *lwork == -1;
  enter<T, PgeqrfFunction<T>>(
      self, desca[1], factor_shape<T>(RoutineKind::qr, *m, *n),
      [&](const auto& next) { return next(HET_PGEQRF_ARGUMENTS), *info >= 0 && !asks; },
      [&](Entry& entry) {
        entry.global_arguments = global_arguments(desca, {*m, *n, *ia, *ja, asks});
        entry.read = [&](const auto& grid) { return request_of<T>(grid, HET_PGEQRF_ARGUMENTS); };
      });
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template void pgeqrf<TYPE>(PgeqrfFunction<TYPE>*, HET_PGEQRF_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
