#pragma once
#include <coroutine>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "src/model/walk/program.hpp"
#include "src/model/walk/shared_links.hpp"

namespace het {

// Messages that a rank counts: how many have yet to leave it, or to come.
struct Open {
  int messages = 0;
  bool none() const { return messages == 0; }
};

// The ranks of a platform, each at its program, in time that passes as the messages between them and their own work let it: a
// message travels once both have posted it, in the order of their posts on a channel, and shares links with all others
// (SharedLinks); a latency later it has come.
//
// A rank looks at its messages when it waits for one, and at the end of a slice of its work if something has happened. What
// was to be done then (Then) is done at that look.
class Walk {
 public:
  using Until = std::function<bool()>;
  using Then = std::function<void()>;

  static constexpr std::size_t usual_work = 1'000'000;  // 0.1 to 0.2 s

  // Messages that end within `about` seconds of each other end together. most_work: the walk is given up after so many events,
  // which count more where many pairs of ranks share links. O(ranks^2). The platform must outlive it.
  Walk(const Platform& platform, double about, std::size_t most_work = usual_work);
  Walk(Platform&&, double, std::size_t = usual_work) = delete;
  Walk(const Walk&) = delete;

  // What a rank does from the begin on.
  void start(Program program);
  // Until nothing happens any more. Returns the seconds until then; none where it was given up, or programs wait for each other
  // for ever, which is an error of theirs.
  std::optional<double> run();

  double now() const { return now_; }

  // A message of so many bytes in pieces that travel side by side. A short one has left as soon as it is posted, unless the
  // sender wants to know that it has been taken. `open` must stay until the message has left, or come. then: what is to be
  // done at the look that finds that; of a short message that leaves when posted nothing.
  enum class Leaves { when_posted_if_short, when_taken };
  void send(int from, int to, int channel, double bytes, int pieces, Open& open,
            Leaves leaves = Leaves::when_posted_if_short, Then then = {});
  void receive(int to, int from, int channel, Open& open, Then then = {});

  // So many seconds more for a rank, in the step that it is at or before its next one, after which comes `then`. Returns when
  // they are over.
  void work_more(int rank, double seconds, Then then);
  double work_more(int rank, double seconds);

  // co_await step: the rank works for so many seconds, in slices after which it looks at its messages (0: never), or until
  // `until` holds at such a look; if that does not hold in the end it waits for it. Gives the seconds of the work that were
  // done.
  class Step {
   public:
    bool await_ready() const { return false; }
    bool await_suspend(std::coroutine_handle<> program) const { return walk_.stand(rank_, program); }
    double await_resume() const { return walk_.worked(rank_); }

   private:
    friend class Walk;
    Step(Walk& walk, int rank) : walk_(walk), rank_(rank) {}
    Walk& walk_;
    const int rank_;
  };
  Step work(int rank, double seconds, double slice = 0) { return step(rank, seconds, slice, {}, slice > 0); }
  Step wait(int rank, Until until) { return step(rank, 0, 0, std::move(until)); }
  // The same in MPI: what else has come is seen afterwards.
  Step wait_blindly(int rank, Until until) { return step(rank, 0, 0, std::move(until), false); }
  Step work_until(int rank, double seconds, double slice, Until until) {
    return step(rank, seconds, slice, std::move(until));
  }

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  struct Rank {
    std::coroutine_handle<> program;  // that stands still
    Until until;
    bool looks = true;
    double slice = 0, begin = 0, end = 0;  // of its work; end < now: it waits
    double more = 0;                       // work for the next step beside its own
    double looks_at = never, worked = 0, held_until = -1;
    unsigned steps = 0;
    double works_more_until = 0;
    std::vector<Then> news;
  };
  struct Transfer {
    int from = -1, to = -1, channel = 0, pieces = 1;
    double bytes = 0;
    Open *sent = nullptr, *received = nullptr;
    Then when_sent, when_received;
  };
  // Posted by one side alone, in order.
  struct Channel {
    std::vector<int> sends, receives;
    std::size_t first_send = 0, first_receive = 0;
  };
  struct Event {
    double time;
    int number;      // of a rank, or a message
    unsigned steps;  // of the rank so far, or it is over
    bool operator>(const Event& other) const { return time > other.time; }
  };
  struct Later {
    double time;
    std::size_t order;
    int rank;
    Then then;
    bool operator>(const Later& other) const {
      return time > other.time || (time == other.time && order > other.order);
    }
  };
  template <class T>
  using Soonest = std::priority_queue<T, std::vector<T>, std::greater<>>;

  Rank& rank(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  // Of a step that is over.
  bool is_past(const Event& event) const {
    return ranks_[static_cast<std::size_t>(event.number)].steps != event.steps;
  }
  Channel& channel(int from, int to, int number);
  int transfer(int from, int to);
  void post(int message);
  void begin(int sent, int received);
  Step step(int rank, double seconds, double slice, Until until, bool looks = true);
  bool stand(int rank, std::coroutine_handle<> program);
  double worked(int rank) const { return ranks_[static_cast<std::size_t>(rank)].worked; }
  void look(int rank);
  void news(int rank);
  bool is_held_up(int rank);
  void go_on(int rank);
  void resume(int rank);
  void pass(double seconds, double until);
  void arrive(int message);

  const Platform& platform_;
  double about_;
  const std::size_t most_work_;
  std::size_t work_ = 0;  // so far
  SharedLinks links_;
  std::vector<Program> programs_;
  std::vector<Rank> ranks_;
  std::unordered_map<std::uint64_t, Channel> channels_;
  std::vector<Transfer> transfers_;
  std::vector<int> free_;
  Soonest<Event> steps_, handed_over_, arriving_;
  Soonest<Later> later_;
  std::size_t laters_ = 0;
  std::vector<int> woken_;
  double now_ = 0;
};

}  // namespace het
