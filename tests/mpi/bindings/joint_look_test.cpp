#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "src/bindings/mpi.hpp"

namespace {

int calls_of_mpi = 0;

}  // namespace

extern "C" int MPI_Testsome(int n, MPI_Request* requests, int* count, int* done, MPI_Status* statuses) {
  ++calls_of_mpi;
  return PMPI_Testsome(n, requests, count, done, statuses);
}

namespace het {
namespace {

constexpr int tag = 7, sets = 3, each = 4;
constexpr double patience = 10;  // seconds

// Several sets of messages from the next rank, of which the odd ones are sent at once and the others when it says so.
class SeveralSets : public ::testing::Test {
 protected:
  SeveralSets() {
    const int next = (comm_.rank() + 1) % comm_.size();
    for (int set = 0; set < sets; ++set) {
      receives_[at(set)].resize(each);
      for (int i = 0; i < each; ++i)
        MPI_Irecv(&values_[at(set)][at(i)], 1, MPI_INT, next, number(set, i), comm_.get(),
                  &receives_[at(set)][at(i)]);
    }
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static int number(int set, int i) { return tag + each * set + i; }
  void send(bool odd) {
    const int previous = (comm_.rank() + comm_.size() - 1) % comm_.size();
    for (int set = 0; set < sets; ++set)
      for (int i = odd ? 1 : 0; i < each; i += 2) {
        const int value = number(set, i);
        MPI_Send(&value, 1, MPI_INT, previous, value, comm_.get());
      }
  }
  // What a look tells of a set: each index once, when its value is there.
  std::size_t tell(JointLook& look, int set) {
    const auto done = look.at(receives_[at(set)]);
    for (const int i : done) {
      EXPECT_EQ(values_[at(set)][at(i)], number(set, i));
      EXPECT_FALSE(std::exchange(told_[at(set)][at(i)], true)) << "set " << set << ", " << i;
    }
    return done.size();
  }
  std::size_t look_at_all() {
    return look_.at_all([this](JointLook& look) {
      std::size_t completed = 0;
      for (int set = 0; set < sets; ++set) completed += tell(look, set);
      return completed;
    });
  }

  // Looks until so many have completed, or patience ends.
  void look_until(std::size_t most, const std::function<void()>& after_a_look = {}) {
    std::size_t completed = 0;
    for (const double begin = MPI_Wtime(); completed < most && MPI_Wtime() < begin + patience;) {
      completed += look_at_all();
      if (after_a_look) after_a_look();
    }
    EXPECT_EQ(completed, most);
  }
  // Looks at the first set, and does not ask what has been found until `enough`.
  template <class Enough>
  void look_without_asking(Enough enough) {
    for (const double begin = MPI_Wtime(); !enough() && MPI_Wtime() < begin + patience;)
      look_.at_all([this, shown = false](JointLook& look) mutable {
        if (!std::exchange(shown, true)) look.at(receives_[0]);
      });
  }

  const Communicator comm_ = Communicator::duplicate_of(MPI_COMM_WORLD);
  JointLook look_;
  std::array<std::array<int, each>, sets> values_{};
  std::array<std::array<bool, each>, sets> told_{};
  std::array<Requests, sets> receives_;
};

TEST_F(SeveralSets, AreLookedAtByOneCall) {
  send(true);
  calls_of_mpi = 0;
  look_until(sets * each / 2, [] { EXPECT_EQ(std::exchange(calls_of_mpi, 0), 1); });
  EXPECT_EQ(look_at_all(), 0u) << "those that are not sent yet";
  for (const auto& set : told_) EXPECT_EQ(set, (std::array{false, true, false, true}));
  MPI_Barrier(comm_.get());  // the next rank's are looked for in vain until here
  send(false);
  look_until(sets * each / 2);
  for (const auto& set : told_) EXPECT_EQ(set, (std::array{true, true, true, true}));
  calls_of_mpi = 0;
  EXPECT_EQ(look_at_all(), 0u);
  EXPECT_EQ(calls_of_mpi, 0) << "nothing is under way";
}

// Nor does another look take it for its own.
TEST_F(SeveralSets, DoNotForgetWhatALookHasNotTold) {
  send(true);
  look_without_asking([this] { return receives_[0].idle(1) || receives_[0].idle(3); });
  send(false);
  look_until(sets * each);
  for (const auto& set : told_) EXPECT_EQ(set, (std::array{true, true, true, true}));
}

// The set itself tells it.
TEST_F(SeveralSets, TellWhatALookHasFound) {
  send(true), send(false);
  look_without_asking([this] { return receives_[0].idle(1) || receives_[0].idle(2); });
  const auto found = receives_[0].completed(false);
  EXPECT_TRUE(std::ranges::any_of(found, [](int i) { return i == 1 || i == 2; }));
}

}  // namespace
}  // namespace het
