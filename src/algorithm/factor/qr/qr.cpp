#include "src/algorithm/factor/qr/qr.hpp"

#include <algorithm>

#include "src/algorithm/factor/qr/qr_run.hpp"
#include "src/base/error.hpp"

namespace het {

template <Scalar T>
Qr<T>::Qr(const Communicator& comm, const FactorProblem<T>& problem, const FactorOptions& options) {
  require(options.half_speed_k.has_value(),
          "QR's groups of panels follow from half_speed_k, which is not given");
  const GridMatrix<T> a(comm, problem.a, problem.m, problem.n);
  if (!a.grid().inside()) return;
  tau_.resize(static_cast<std::size_t>(std::min(problem.m, problem.n)));
  run_ = std::make_unique<QrRun<T>>(a, options);
}

template <Scalar T>
Qr<T>::~Qr() = default;

template <Scalar T>
ComputeStatistics Qr<T>::run() {
  return tau_.empty() ? ComputeStatistics{} : run_->run(tau_);
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Qr<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
