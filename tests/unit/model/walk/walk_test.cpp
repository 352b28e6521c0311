#include "src/model/walk/walk.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace het {
namespace {

// A byte takes a second on a link.
Platform platform(int ranks, double latency = 0, double overhead = 0, double own_byte = 0) {
  return {.cycle_times = std::vector<double>(static_cast<std::size_t>(ranks), 1.0),
          .between = {1, latency, overhead, own_byte}};
}

// A walk looks at its platform as long as it lives.
struct OwnPlatform {
  const Platform own;
};
class WalkOn : OwnPlatform, public Walk {
 public:
  explicit WalkOn(Platform on, std::size_t most_work = usual_work)
      : OwnPlatform{std::move(on)}, Walk(own, 0, most_work) {}
};

struct Seen {
  double at = -1, worked = -1;
};

Program sender(Walk& walk, int rank, int to, double works, double bytes, Open& open) {
  co_await walk.work(rank, works);
  walk.send(rank, to, 0, bytes, 1, open);
}

Program receiver(Walk& walk, int rank, int from, double works, Seen& seen) {
  co_await walk.work(rank, works);
  Open open;
  walk.receive(rank, from, 0, open);
  co_await walk.wait(rank, [&open] { return open.none(); });
  seen.at = walk.now();
}

TEST(Walk, AMessageTravelsWhenBothHavePostedIt) {
  for (const auto& [sends_at, receives_at] : {std::pair{2.0, 5.0}, std::pair{5.0, 2.0}}) {
    WalkOn walk(platform(2, 0.5));
    Open open;
    Seen seen;
    walk.start(sender(walk, 0, 1, sends_at, 3, open));
    walk.start(receiver(walk, 1, 0, receives_at, seen));
    walk.run();
    EXPECT_DOUBLE_EQ(seen.at, 5 + 3 + 0.5);
  }
}

TEST(Walk, MessagesShareALink) {
  WalkOn walk(platform(3));
  Open open;
  Seen one, other;
  walk.start(sender(walk, 0, 1, 0, 3, open));
  walk.start(sender(walk, 0, 2, 0, 2, open));
  walk.start(receiver(walk, 1, 0, 0, one));
  walk.start(receiver(walk, 2, 0, 0, other));
  walk.run();
  EXPECT_DOUBLE_EQ(other.at, 4);  // half of the link each
  EXPECT_DOUBLE_EQ(one.at, 5);
}

TEST(Walk, MessagesOfAChannelMeetInOrder) {
  struct Ranks {
    static Program sends(Walk& walk, double posts_at, Open& open) {
      co_await walk.work(0, posts_at);
      for (const double bytes : {1.0, 4.0}) walk.send(0, 1, 7, bytes, 1, open);
    }
    static Program receives(Walk& walk, double posts_at, std::vector<double>& came) {
      co_await walk.work(1, posts_at);
      Open first, second;
      walk.receive(1, 0, 7, first, [&] { came[0] = walk.now(); });
      walk.receive(1, 0, 7, second, [&] { came[1] = walk.now(); });
      co_await walk.wait(1, [&] { return first.none() && second.none(); });
    }
  };
  for (const auto& [sends_at, receives_at] : {std::pair{2.0, 3.0}, std::pair{3.0, 2.0}}) {
    WalkOn walk(platform(2));
    std::vector<double> came(2);
    Open open;
    walk.start(Ranks::sends(walk, sends_at, open));
    walk.start(Ranks::receives(walk, receives_at, came));
    walk.run();
    EXPECT_EQ(came, (std::vector<double>{3 + 2, 3 + 5}));
  }
}

// A rank at work sees what has come at 3 at the end of a slice, or in its next wait.
TEST(Walk, ARankLooksAtTheEndOfASlice) {
  struct Ranks {
    static Program works(Walk& walk, double slice, Seen& seen) {
      Open open;
      walk.receive(1, 0, 0, open, [&] { seen.at = walk.now(); });
      co_await walk.work(1, 10, slice);
      co_await walk.wait(1, [&] { return seen.at >= 0; });
    }
  };
  for (const auto& [slice, looks_at] : {std::pair{2.0, 4.0}, std::pair{0.0, 10.0}}) {
    WalkOn walk(platform(2));
    Open open;
    Seen seen;
    walk.start(sender(walk, 0, 1, 0, 3, open));
    walk.start(Ranks::works(walk, slice, seen));
    walk.run();
    EXPECT_DOUBLE_EQ(seen.at, looks_at);
  }
}

// Filling a wait: it ends with a slice, or with the wait where there is less to do.
TEST(Walk, WorkEndsWithWhatIsWaitedFor) {
  struct Ranks {
    static Program fills(Walk& walk, double most, Seen& seen) {
      Open open;
      walk.receive(1, 0, 0, open);
      seen.worked = co_await walk.work_until(1, most, 2, [&] { return open.none(); });
      seen.at = walk.now();
    }
  };
  struct Case {
    double most, at, worked;
  };
  for (const Case& one : {Case{10, 4, 4}, Case{1, 3, 1}}) {
    WalkOn walk(platform(2));
    Open open;
    Seen seen;
    walk.start(sender(walk, 0, 1, 0, 3, open));
    walk.start(Ranks::fills(walk, one.most, seen));
    walk.run();
    EXPECT_DOUBLE_EQ(seen.at, one.at);
    EXPECT_DOUBLE_EQ(seen.worked, one.worked);
  }
}

// Nothing happens at the end of work that was not done.
TEST(Walk, IsOverWithItsPrograms) {
  struct Ranks {
    static Program fills(Walk& walk) {
      Open open;
      walk.receive(1, 0, 0, open);
      co_await walk.work_until(1, 100, 2, [&] { return open.none(); });
    }
  };
  WalkOn walk(platform(2));
  Open open;
  walk.start(sender(walk, 0, 1, 0, 3, open));
  walk.start(Ranks::fills(walk));
  EXPECT_DOUBLE_EQ(walk.run().value(), 4);
}

// Nor does the rank look at its messages then, at 10, where others are through with their work: what has come at 7 waits for
// the end of a slice.
TEST(Walk, WorkThatWasNotDoneIsForgotten) {
  struct Ranks {
    static Program sends(Walk& walk, Open& open) {
      walk.send(0, 1, 0, 3, 1, open);
      co_await walk.work(0, 4);
      walk.send(0, 1, 0, 3, 1, open);
    }
    static Program fills(Walk& walk, Seen& seen) {
      Open first, second;
      walk.receive(1, 0, 0, first);
      walk.receive(1, 0, 0, second, [&] { seen.at = walk.now(); });
      co_await walk.work_until(1, 10, 2, [&] { return first.none(); });
      co_await walk.work(1, 100, 50);
    }
    static Program works(Walk& walk, int rank) { co_await walk.work(rank, 10); }
  };
  WalkOn walk(platform(6));
  Open open;
  Seen seen;
  for (const int rank : {2, 3}) walk.start(Ranks::works(walk, rank));
  walk.start(Ranks::sends(walk, open));
  walk.start(Ranks::fills(walk, seen));
  for (const int rank : {4, 5}) walk.start(Ranks::works(walk, rank));
  walk.run();
  EXPECT_DOUBLE_EQ(seen.at, 4 + 50);
}

// What has come is not looked at in a wait within MPI, but is there afterwards.
TEST(Walk, AWaitInMpiSeesOnlyWhatItWaitsFor) {
  struct Ranks {
    static Program sends(Walk& walk, Open& open) {
      walk.send(0, 1, 1, 1, 1, open);
      co_await walk.work(0, 5);
      walk.send(0, 1, 2, 1, 1, open);
    }
    static Program receives(Walk& walk, Seen& seen) {
      Open other, awaited;
      walk.receive(1, 0, 1, other, [&] { seen.at = walk.now(); });
      walk.receive(1, 0, 2, awaited);
      co_await walk.wait_blindly(1, [&] { return awaited.none(); });
      EXPECT_TRUE(other.none());
      EXPECT_DOUBLE_EQ(seen.at, -1);
      co_await walk.wait(1, [&] { return seen.at >= 0; });
    }
  };
  WalkOn walk(platform(2));
  Open open;
  Seen seen;
  walk.start(Ranks::sends(walk, open));
  walk.start(Ranks::receives(walk, seen));
  walk.run();
  EXPECT_DOUBLE_EQ(seen.at, 6);
}

TEST(Walk, MoreWorkIsDoneInTheStepOrBeforeTheNext) {
  struct Ranks {
    static Program works(Walk& walk, std::vector<double>& times) {
      walk.work_more(0, 2, [&] { times.push_back(walk.now()); });
      co_await walk.work(0, 3);
      times.push_back(walk.now());
      co_await walk.wait(0, [&] { return times.size() == 2; });
      times.push_back(walk.now());
    }
  };
  WalkOn walk(platform(1));
  std::vector<double> times;
  walk.start(Ranks::works(walk, times));
  EXPECT_DOUBLE_EQ(walk.run().value(), 5);
  EXPECT_EQ(times, (std::vector<double>{2, 5, 5}));
}

TEST(Walk, ARankThatWaitsFirstDoesWhatCameUp) {
  struct Ranks {
    static Program receives(Walk& walk, Seen& seen) {
      Open open;
      walk.receive(1, 0, 0, open, [&walk] { walk.work_more(1, 2); });
      co_await walk.wait(1, [&open] { return open.none(); });
      seen.at = walk.now();
    }
  };
  WalkOn walk(platform(2));
  Open open;
  Seen seen;
  walk.start(sender(walk, 0, 1, 0, 3, open));
  walk.start(Ranks::receives(walk, seen));
  walk.run();
  EXPECT_DOUBLE_EQ(seen.at, 3 + 2);
}

// All say something to all: with o of each message for both sides in its latency, the last of three leaves after 3 o, and the
// last that comes is taken within its latency.
TEST(Walk, EachMessageTakesItsEndsAWhile) {
  struct Ranks {
    static Program says(Walk& walk, int me, double& end) {
      Open open;
      for (int step = 1; step < 4; ++step) {
        walk.receive(me, (me + 4 - step) % 4, 0, open);
        walk.send(me, (me + step) % 4, 0, 1e-9, 1, open);
      }
      co_await walk.wait(me, [&] { return open.none(); });
      co_await walk.work(me, 0);
      end = walk.now();
    }
  };
  const double o = 1, latency = 12;
  WalkOn walk(platform(4, latency, o));
  std::vector<double> ends(4);
  for (int me = 0; me < 4; ++me) walk.start(Ranks::says(walk, me, ends[static_cast<std::size_t>(me)]));
  walk.run();
  for (const double end : ends) EXPECT_NEAR(end, 2 * o + latency, 1e-6);
}

// Where processes copy what comes it takes one at work longer, one that waits no longer.
TEST(Walk, BytesTakeAProcessAtWorkATime) {
  struct Ranks {
    static Program receives(Walk& walk, double works, Seen& seen) {
      Open open;
      walk.receive(1, 0, 0, open);
      co_await walk.work(1, works);
      co_await walk.wait(1, [&] { return open.none(); });
      co_await walk.work(1, 0);
      seen.at = walk.now();
    }
  };
  for (const auto& [works, end] : {std::pair{10.0, 12.0}, std::pair{1.0, 4.0}}) {
    WalkOn walk(platform(2, 0, 0, 0.5));
    Open open;
    Seen seen;
    walk.start(sender(walk, 0, 1, 0, 4, open));
    walk.start(Ranks::receives(walk, works, seen));
    walk.run();
    EXPECT_DOUBLE_EQ(seen.at, end);
  }
}

TEST(Walk, ALongMessageHasLeftWhenItHasCome) {
  struct Ranks {
    static Program sends(Walk& walk, double bytes, Walk::Leaves leaves, Seen& seen) {
      Open open;
      walk.send(0, 1, 0, bytes, 1, open, leaves);
      co_await walk.wait(0, [&] { return open.none(); });
      seen.at = walk.now();
    }
  };
  struct Case {
    double bytes;
    Walk::Leaves leaves;
    double at;
  };
  using enum Walk::Leaves;
  for (const Case& one : {Case{10, when_posted_if_short, 0}, Case{10, when_taken, 12},
                          Case{1e5, when_posted_if_short, 2 + 1e5}}) {
    WalkOn walk(platform(2));
    Seen sent, received;
    walk.start(Ranks::sends(walk, one.bytes, one.leaves, sent));
    walk.start(receiver(walk, 1, 0, 2, received));
    walk.run();
    EXPECT_NEAR(sent.at, one.at, 1e-9 * one.at);
  }
}

// Of two ranks, of which one tells the other so many things at once, each of which takes that one a while.
std::optional<double> seconds_of_many(int messages, std::size_t most_work) {
  struct Ranks {
    static Program sends(Walk& walk, int messages, Open& open) {
      for (int i = 0; i < messages; ++i) walk.send(0, 1, 0, 1e-6, 1, open);
      co_return;
    }
    static Program receives(Walk& walk, int messages, Open& open) {
      for (int i = 0; i < messages; ++i) walk.receive(1, 0, 0, open);
      co_await walk.wait(1, [&open] { return open.none(); });
      co_await walk.work(1, 0);
    }
  };
  WalkOn walk(platform(2, 0, 1), most_work);
  Open sent, received;
  walk.start(Ranks::sends(walk, messages, sent));
  walk.start(Ranks::receives(walk, messages, received));
  return walk.run();
}

// As many messages as there are keep it busy, not their square.
TEST(Walk, IsGivenUpAfterSoMuchWork) {
  EXPECT_FALSE(seconds_of_many(1000, 500));
  const auto seconds = seconds_of_many(1000, 10'000);
  ASSERT_TRUE(seconds);
  EXPECT_NEAR(*seconds, 1001, 1);
}

TEST(Walk, ProgramsThatWaitForEverHaveNoEnd) {
  WalkOn walk(platform(2));
  Seen seen;
  walk.start(receiver(walk, 1, 0, 0, seen));
  EXPECT_FALSE(walk.run().has_value());
}

}  // namespace
}  // namespace het
