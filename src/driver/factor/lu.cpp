#include "src/algorithm/factor/lu/lu.hpp"

#include "src/algorithm/factor/lu/rows/left_interchange.hpp"
#include "src/base/watch.hpp"
#include "src/driver/factor/factor_argument.hpp"
#include "src/driver/factor/factor_job.hpp"
#include "src/driver/factor/factorizations.hpp"

namespace het {
namespace {

struct LuOutputs {
  int *ipiv, *info;
};

template <Scalar T>
class LuJob : public FactorJob<T> {
 public:
  LuJob(Context& context, const Choice& choice, const FactorTarget<T>& target, const LuOutputs& outputs)
      : FactorJob<T>(context, choice, target),
        lu_(context.comm(), this->problem(), this->options()),
        left_(context.comm(), this->original(), lu_.panels()),
        size_(std::min(target.m, target.n)),
        out_(outputs) {}

  ComputeStatistics compute() override {
    ComputeStatistics done = this->run(lu_);
    if (this->moved()) return done;
    const double begin = MPI_Wtime();
    done.bytes_sent += left_.run(lu_.pivots());
    done.exchange += booked(Activity::exchange, begin, MPI_Wtime());
    return done;
  }

  // L goes back without its last interchanges, at once, and gets them where, block-cyclic, all processes have about
  // equal parts of it.
  Extent move_out() override {
    const Extent bytes = FactorJob<T>::move_out();
    return this->moved() ? bytes + left_.run(pivots_) : bytes;
  }

 private:
  // INFO travels behind the pivots.
  std::span<std::byte> results() override {
    pivots_ = lu_.pivots();
    pivots_.resize(static_cast<std::size_t>(size_));
    pivots_.push_back(lu_.info());
    return std::as_writable_bytes(std::span(pivots_));
  }
  void deliver() override {
    *out_.info = static_cast<int>(pivots_.back());
    pivots_.pop_back();
    deliver(pivots_);
  }

  // IPIV of each local row of the whole A: the row of the whole A, 1-based, that it was exchanged with.
  void deliver(const std::vector<Extent>& pivots) const {
    const MatrixArgument& a = this->argument();
    const AxisMap& rows = a.distribution.rows;
    const ProcessCoord pi(this->context().grid().myrow);
    for (Extent k = 0; k < size_; ++k)
      if (const GlobalIndex row = a.i + k; rows.owner(row) == pi)
        out_.ipiv[rows.local_index(row).value()] =
            static_cast<int>((a.i + pivots[static_cast<std::size_t>(k)]).value() + 1);
  }

  Lu<T> lu_;
  LeftInterchange<T> left_;  // of the caller's matrix
  std::vector<Extent> pivots_;
  Extent size_;
  LuOutputs out_;
};

template <Scalar T>
Reading<Request> request_of(const blacs::GridInfo& grid, HET_PGETRF_PARAMETERS(T)) {
  const auto target = read_target(a, {desca, *ia, *ja, *m, *n}, grid);
  if (!target) return target.refusal();
  const MatrixArgument& argument = *target->argument;
  if (!starts_with_square_block(argument)) return left::wrong;
  if (argument.distribution.rows.extent() == 1) return left::one_row;
  return factor_request<LuJob<T>>(*target, LuOutputs{ipiv, info});
}

}  // namespace

template <Scalar T>
void pgetrf(PgetrfFunction<T>* self, HET_PGETRF_PARAMETERS(T)) {
  enter<T, PgetrfFunction<T>>(
      self, desca[1], factor_shape<T>(RoutineKind::lu, *m, *n),
      [&](const auto& next) { return next(HET_PGETRF_ARGUMENTS), *info >= 0; },
      [&](Entry& entry) {
        entry.global_arguments = global_arguments(desca, {*m, *n, *ia, *ja});
        entry.read = [&](const auto& grid) { return request_of<T>(grid, HET_PGETRF_ARGUMENTS); };
      });
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template void pgetrf<TYPE>(PgetrfFunction<TYPE>*, HET_PGETRF_PARAMETERS(TYPE));
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
