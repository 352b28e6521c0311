#include "src/redistribute/strip_exchange.hpp"

#include <algorithm>
#include <utility>

#include "src/distribution/column_strips.hpp"

namespace het {
namespace {

// Messages in flight per direction, of a strip that is looked at now and then. Chosen: four megabytes between two looks.
constexpr Extent window_between_looks = 16;

constexpr auto sends_one_by_one = [](const auto& exchange) { return exchange->sends_one_by_one(); };

}  // namespace

template <Scalar T>
StripExchange<T>::StripExchange(const Communicator& comm, std::vector<Strip> strips, LocalArray<const T> x,
                                LocalArray<T> y, Arrival<T> arrival, StripTraffic traffic)
    : comm_(comm), queue_(std::move(strips)), x_(x), y_(y), arrival_(arrival), traffic_(traffic) {}

template <Scalar T>
void StripExchange<T>::release(Extent steps) {
  steps_ = std::max(steps_, steps);
  begin();
}

// The next strip to begin.
template <Scalar T>
const Schedule& StripExchange<T>::next() {
  const Strip& strip = queue_[begun_];
  if (!next_) next_.emplace(strip.x, strip.y, strip.m, strip.n, arrival_.transposed);
  return *next_;
}

template <Scalar T>
bool StripExchange<T>::has_room() {
  return strip_has_room({under_way_.size(), std::ranges::count_if(under_way_, sends_one_by_one)},
                        traffic_.most_under_way, low(),
                        [this] { return next().for_rank(comm_.rank()).sends.empty(); });
}

template <Scalar T>
void StripExchange<T>::begin() {
  for (; begun_ < queue_.size() && queue_[begun_].ready <= steps_ && has_room(); ++begun_) {
    Schedule schedule = next();
    next_.reset();
    under_way_.push_back(std::make_unique<Exchange<T>>(
        std::move(schedule), comm_, traffic_.tag + static_cast<int>(begun_), arrival_, limits()));
    under_way_.back()->start(x_, y_);
    end();
  }
}

// A process that computes looks at the messages now and then: many are under way, where they need no buffers.
template <Scalar T>
ExchangeLimits StripExchange<T>::limits() const {
  ExchangeLimits limits;
  const bool buffered = arrival_.in_buffers();
  if (traffic_.priority == Priority::low && !buffered) limits.chunk_bytes = low_strip_chunk;
  limits.one_by_one = low();
  if (!buffered) limits.window = window_between_looks;
  return limits;
}

template <Scalar T>
void StripExchange<T>::end() {
  for (; !under_way_.empty() && !under_way_.front()->open(); ++over_) {
    bytes_sent_ += under_way_.front()->bytes_sent();
    under_way_.pop_front();
  }
}

template <Scalar T>
std::size_t StripExchange<T>::progress(JointLook& look) {
  std::size_t completed = 0;
  for (auto& exchange : under_way_) completed += exchange->progress(look);
  if (completed > 0) {
    end();
    begin();
  }
  return completed;
}

template <Scalar T>
void StripExchange<T>::wait(std::size_t count) {
  for (int looks = 1; over_ < count; ++looks) {
    if (progress() > 0) {
      looks = 0;
    } else if (std::any_of(under_way_.begin() + 1, under_way_.end(), sends_one_by_one)) {
      rest_after(looks);  // the next one of theirs goes when it is looked at
    } else {
      under_way_.front()->wait_some();
      end();
      begin();
    }
  }
}

template <Scalar T>
void StripExchange<T>::finish() {
  finishing_ = true;
  begin();
  wait(queue_.size());
}

#define HET_INSTANTIATE(LETTER, TYPE) template class StripExchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
