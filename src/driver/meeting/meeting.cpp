#include "src/driver/meeting/meeting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "blacs_het/plan/decision/measuring.hpp"
#include "blacs_het/plan/learning/experience.hpp"
#include "blacs_het/plan/learning/measuring_budget.hpp"
#include "src/driver/choice/choice_problem.hpp"
#include "src/driver/meeting/statements.hpp"
#include "src/model/routine_model.hpp"

namespace het {
namespace {

// A call must gain so many times what meeting for it costs.
constexpr double least_gain = 10;
// Where processes looked equal, a small call is looked at after so many seconds of its kind, to notice one that became slow: it
// makes calls take clearly longer than they used to, some of them that took long enough together.
constexpr double seconds_between_looks = 0.5, long_enough = 0.05;
// A call of few blocks, of which nothing is gained on any processes, and one of which no choice could be made: such calls
// pass until they have done as much work as 32 large ones.
constexpr double long_time = 32 * large_flops;

// What one process says: travels as it lies in memory.
struct Statement {
  Extent read;   // its arguments were without a fault
  Extent print;  // of the arguments that must be the same
  Extent sure;   // of the memory for the decision that is known
  Extent budget;
  double call_seconds;  // of all calls that were counted
  Latest latest;        // of them
  Learning::Shown shown;
};
static_assert(sizeof(Statement) == 11 * sizeof(Extent));

// What rank 0 has all do then.
enum class Step : int { differ, few_blocks, early, not_yet, equal, find_speeds, new_speeds, decided };
struct Instruction {
  Step step = Step::differ;
  Verdict verdict = Verdict::as_before;
  Precision judged{};               // whose speeds the verdict is about
  std::int32_t memory_is_sure = 0;  // on all processes, for what is decided
  Extent news = 0;                  // of decisions
  double put_off = 0;
  FindSpeeds find = FindSpeeds::always;
};
static_assert(sizeof(Instruction) == 5 * sizeof(Extent));

class Meeting {
 public:
  Meeting(Context& context, const Entry& entry, Reading<Request>& request)
      : context_(context), entry_(entry), request_(request), precision_(entry.shape.precision()) {
    if (request_) key_ = choice_key(entry_.shape, placed());
  }

  Agreement hold() {
    gather();
    for (;;) {
      Instruction next;
      if (context_.is_root()) next = next_instruction();
      broadcast_instruction(context_.comm(), &next, sizeof next, entry_);
      if (next.step == Step::find_speeds) {
        if (context_.find_speeds(precision_, {work(), next.find})) continue;
        if (!context_.usable()) return undecided(context_.unusable_reason());
        return conclusion(later(Step::equal, next.put_off));
      } else if (next.step == Step::new_speeds) {
        context_.forget();
        context_.follow(next.judged, next.verdict);
      } else {
        return conclusion(next);
      }
    }
  }

 private:
  bool decides() const { return context_.config().mode == Mode::automatic; }
  bool small() const { return decides() && !context_.agenda().is_large(entry_.shape, context_.processes()); }
  double work() const { return Agenda::work(entry_.shape, context_.processes()); }
  Placed placed() { return {request_->part, request_->placement}; }

  void gather() {
    const Communicator& comm = context_.comm();
    const Extent arguments = fingerprint(entry_);
    Statement mine{request_ && !request_->fault,
                   arguments,
                   context_.sure_of_memory(key_, arguments),
                   context_.budget_after_refusal(),
                   context_.agenda().all().seconds,
                   context_.agenda().latest(),
                   context_.shown()};
    if (context_.is_root()) all_.resize(static_cast<std::size_t>(comm.size()));
    gather_statements(comm, &mine, sizeof mine, all_.data(), entry_);
  }

  // On rank 0 from here.
  Instruction next_instruction() {
    const double begin = MPI_Wtime();
    if (!all_read_alike()) return {Step::differ};
    if (decides() && !too_few_blocks(entry_.shape, request_->part).empty())
      return later(Step::few_blocks, long_time);
    if (!context_.knows_speeds(precision_)) return decides() ? measure() : Instruction{Step::find_speeds};
    count_passed();
    if (const auto noted = context_.noted())
      if (const Verdict verdict = judge(*noted); verdict != Verdict::as_before)
        return {.step = Step::new_speeds, .verdict = verdict, .judged = *noted};
    return decide(begin);
  }
  static Instruction later(Step step, double operations) { return {.step = step, .put_off = operations}; }

  // Calls that come too early pass until all calls have done half as much again: so looks become rarer, and their number
  // grows with the logarithm of the work alone; on equal processes, of which little is to be gained, no longer than that.
  Instruction measure() {
    const double half = context_.agenda().all().operations / 2, passes = std::min(half, between_looks());
    switch (when_to_measure({.operations = work(),
                             .large = !small(),
                             .operations_before = context_.agenda().all().operations,
                             .seconds_before = slowest_seconds(),
                             .given = !context_.config().measured(),
                             .look_equal = context_.looks_equal(),
                             .look_again = look_again_is_due()})) {
      case Measuring::too_early:
        return {Step::early};
      case Measuring::too_early_for_small:
        return later(Step::not_yet, half);
      case Measuring::equal:
        return later(Step::equal, passes);
      case Measuring::unless_equal:
        return {.step = Step::find_speeds, .put_off = passes, .find = FindSpeeds::unless_equal};
      case Measuring::unless_still_equal:
        return {.step = Step::find_speeds, .put_off = passes, .find = FindSpeeds::unless_still_equal};
      case Measuring::now:
        break;
    }
    return {Step::find_speeds};
  }

  bool all_read_alike() const {
    return std::ranges::all_of(
        all_, [&](const Statement& each) { return each.read && each.print == all_.front().print; });
  }

  // Operations that calls like this one do between two looks on equal processes.
  double between_looks() const {
    const Passed passed = context_.agenda().passed(entry_.shape);
    if (context_.processes() == 1 || passed.seconds <= 0) return HUGE_VAL;
    return passed.operations / passed.seconds * seconds_between_looks;
  }

  // Whether processes that looked equal may be so no more.
  bool look_again_is_due() {
    if (context_.processes() == 1) return false;
    double seconds = 0;
    bool surprising = false;
    for (const Statement& each : all_) {
      const Latest& latest = each.latest;
      seconds = std::max(seconds, latest.seconds);
      surprising =
          surprising || (latest.seconds >= long_enough && latest.seconds > clearly_longer * latest.usual);
    }
    context_.looks().count(seconds, false, surprising);
    return context_.looks().due() != Measured::nothing;
  }

  // Of all calls that were counted.
  double slowest_seconds() const {
    double slowest = 0;
    for (const Statement& each : all_) slowest = std::max(slowest, each.call_seconds);
    return slowest;
  }

  // Once, of calls like this one.
  void count_passed() {
    const double passed = context_.agenda().passed(entry_.shape).seconds;
    if (passed > 0 && !counted_)
      context_.learning(precision_).passed(size_class(entry_.shape, request_->part), passed);
    counted_ = true;
  }

  // Of the call before, which may be of another precision.
  Verdict judge(Precision noted) {
    std::vector<Learning::Shown> shown;
    for (const Statement& each : all_) shown.push_back(each.shown);
    const Verdict verdict = context_.learning(noted).judge(shown);
    context_.forget();
    return verdict;
  }

  Instruction decide(double begin) {
    Extent least_budget = all_.front().budget;
    bool all_sure = true;
    for (const Statement& each : all_) {
      least_budget = std::min(least_budget, each.budget);
      all_sure = all_sure && each.sure;
    }
    const bool anew = context_.decisions().ways(key_).forgive(least_budget);
    double put_off = small() ? long_time : 0;  // where choosing fails
    const auto chosen = [&] {
      const Choice choice =
          small() ? chosen_of_small(begin, put_off) : choose(context_, entry_.shape, placed()).choice;
      return choice.encode();
    };
    const Extent news = context_.decisions().news_of(key_, chosen, anew);
    return {.step = Step::decided,
            .memory_is_sure = all_sure && news == Decisions::as_before,
            .news = news,
            .put_off = put_off};
  }

  // And until when such calls pass.
  Choice chosen_of_small(double begin, double& put_off) {
    const Passed passed = context_.agenda().passed(entry_.shape);
    auto [choice, gain] = choose(context_, entry_.shape, placed(), 1 + passed.calls);
    const double meeting = meeting_seconds(MeetingFor::choice, platform_of(context_.speeds(precision_)));
    if (choice.way != Way::forward && gain < least_gain * meeting) choice = choice.forwarded();
    put_off = 0;
    if (choice.way != Way::forward) return choice;
    const double cost = meeting + MPI_Wtime() - begin;
    put_off = work();
    if (choice.basis == Basis::unpredicted) return choice;  // which such calls bring nearer
    const double rate =
        passed.seconds > 0 ? passed.operations / passed.seconds : work() / std::max(choice.reference(), 1e-9);
    put_off = std::max(put_off, cost / part_for_looks * rate);
    return choice;
  }

  // On all processes again.
  static Agreement undecided(std::string_view why) {
    Agreement none;
    none.left = why;
    return none;
  }
  // What the latest calls showed has been weighed.
  Agreement without_speeds(std::string_view why) {
    context_.agenda().forget_latest();
    return undecided(why);
  }
  Agreement conclusion(const Instruction& said) {
    // Also of a call that has become large: what its class let pass is counted.
    Agenda& agenda = context_.agenda();
    if (decides() && said.step != Step::differ && (small() || agenda.passed(entry_.shape).calls > 0))
      agenda.put_off(entry_.shape, small() ? said.put_off : 0);
    switch (said.step) {
      case Step::differ:
        return undecided(request_ ? request_->fault ? request_->fault : left::elsewhere : request_.refusal());
      case Step::few_blocks:
        return undecided(too_few_blocks(entry_.shape, request_->part));
      case Step::early:
        return without_speeds(measured_later());
      case Step::not_yet:
        return without_speeds("small: speeds are measured when such calls have taken long enough");
      case Step::equal:
        return without_speeds(
            "the processes look equally fast: speeds are measured when calls have taken long enough");
      default:
        break;
    }
    context_.forget();
    const auto& numbers = context_.decisions().spread(key_, said.news);
    return {"", key_, numbers.empty() ? Choice{} : Choice::decode(numbers), said.memory_is_sure == 1};
  }

  Context& context_;
  const Entry& entry_;
  Reading<Request>& request_;
  const Precision precision_;
  std::string key_;
  std::vector<Statement> all_;  // on rank 0
  bool counted_ = false;
};

}  // namespace

// FNV-1a with its constants for 64 bits, number by number instead of byte by byte. Every step is one-to-one, so lists that
// differ in one number alone never look equal; others do once in 2^64.
Extent fingerprint(const Entry& entry) {
  std::uint64_t mixed = 0xcbf29ce484222325U;
  for (const Extent number : entry.global_arguments)
    mixed = (mixed ^ std::bit_cast<std::uint64_t>(number)) * 0x100000001b3U;
  return std::bit_cast<Extent>(mixed);
}

Agreement meet(Context& context, const Entry& entry, Reading<Request>& request) {
  return Meeting(context, entry, request).hold();
}

}  // namespace het
