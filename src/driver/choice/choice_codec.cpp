// A choice as whole numbers. Patterns travel as runs of equal owners: those of products are long and have
// few.
#include <bit>

#include "src/driver/choice/choice.hpp"

namespace het {
namespace {

class Writer {
 public:
  void operator()(Extent number) { numbers_.push_back(number); }
  void operator()(int number) { numbers_.push_back(number); }
  void operator()(bool flag) { numbers_.push_back(flag ? 1 : 0); }
  void operator()(Way way) { numbers_.push_back(static_cast<Extent>(way)); }
  void operator()(Basis basis) { numbers_.push_back(static_cast<Extent>(basis)); }
  void operator()(double number) { numbers_.push_back(std::bit_cast<Extent>(number)); }
  void operator()(const std::vector<int>& list) {
    const std::size_t count_at = numbers_.size();
    numbers_.push_back(0);
    for (std::size_t k = 0; k < list.size(); ++k)
      if (k > 0 && list[k] == list[k - 1]) {
        ++numbers_.back();
      } else {
        numbers_.insert(numbers_.end(), {list[k], 1});
        ++numbers_[count_at];
      }
  }
  void operator()(const AxisLayout& axis) {
    (*this)(axis.nb);
    (*this)(axis.processes);
    (*this)(axis.pattern);
  }
  void operator()(const Predictions& predictions) {
    (*this)(static_cast<Extent>(predictions.size()));
    for (const auto& [alternative, seconds] : predictions) {
      (*this)(alternative.way);
      (*this)(alternative.rows);
      (*this)(seconds);
    }
  }
  std::vector<Extent> numbers() && { return std::move(numbers_); }

 private:
  std::vector<Extent> numbers_;
};

class Reader {
 public:
  explicit Reader(const std::vector<Extent>& numbers) : next_(numbers.begin()) {}
  void operator()(Extent& number) { number = *next_++; }
  void operator()(int& number) { number = static_cast<int>(*next_++); }
  void operator()(bool& flag) { flag = *next_++ != 0; }
  void operator()(Way& way) { way = static_cast<Way>(*next_++); }
  void operator()(Basis& basis) { basis = static_cast<Basis>(*next_++); }
  void operator()(double& number) { number = std::bit_cast<double>(*next_++); }
  void operator()(std::vector<int>& list) {
    for (Extent runs = *next_++; runs > 0; --runs) {
      const int value = static_cast<int>(*next_++);
      list.insert(list.end(), static_cast<std::size_t>(*next_++), value);
    }
  }
  void operator()(AxisLayout& axis) {
    (*this)(axis.nb);
    (*this)(axis.processes);
    (*this)(axis.pattern);
  }
  void operator()(Predictions& predictions) {
    predictions.clear();
    for (Extent count = *next_++; count > 0; --count) {
      Alternative alternative;
      (*this)(alternative.way);
      (*this)(alternative.rows);
      (*this)(predictions[alternative]);
    }
  }

 private:
  std::vector<Extent>::const_iterator next_;
};

// The one list of what a choice holds; `archive` writes or reads each.
template <class Archive, class AnyChoice>
void each_member(Archive& archive, AnyChoice& choice) {
  archive(choice.way);
  archive(choice.layout.p);
  archive(choice.layout.q);
  archive(choice.layout.order);
  archive(choice.layout.rows);
  archive(choice.layout.cols);
  archive(choice.panel_width);
  archive(choice.first_panel);
  archive(choice.panels_alive);
  archive(choice.shared_solve);
  archive(choice.move_in);
  archive(choice.compute);
  archive(choice.move_out);
  archive(choice.predictions);
  archive(choice.basis);
  archive(choice.refused);
  archive(choice.needed);
  archive(choice.bound);
}

}  // namespace

std::vector<Extent> Choice::encode() const {
  Writer to;
  each_member(to, *this);
  return std::move(to).numbers();
}

Choice Choice::decode(const std::vector<Extent>& numbers) {
  Reader from(numbers);
  Choice choice;
  each_member(from, choice);
  return choice;
}

}  // namespace het
