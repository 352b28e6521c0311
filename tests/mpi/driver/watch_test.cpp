// What watches a call: the timeline of one process, the file of a trace, the progress line, the summary.
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>

#include "src/driver/watch/call_watch.hpp"
#include "src/driver/watch/summary.hpp"
#include "src/driver/watch/trace_file.hpp"

namespace het {
namespace {

using Event = Timeline::Event;

hetscalapack_call call_with(bool taken, const char* reason, double seconds) {
  hetscalapack_call call{};
  call.taken = taken;
  call.total = seconds;
  std::strncpy(call.reason, reason, sizeof call.reason - 1);
  return call;
}

TEST(Summary, CountsWhyCallsWereNotTakenWhateverTheNumbersAre) {
  Summary summary;
  summary.count(call_with(false, "too small: less than 2e+06 operations", 0.25));
  summary.count(call_with(false, "too little to gain: predicted 0.3 s, ScaLAPACK 0.31 s", 1));
  summary.count(call_with(false, "too little to gain: predicted 2e-05 s, ScaLAPACK 1 s", 1));
  EXPECT_EQ(
      summary.text(),
      "hetscalapack: 0 calls taken in 0 s, 3 forwarded in 2.25 s\n"
      "hetscalapack: 2 calls forwarded, for example: too little to gain: predicted 0.3 s, ScaLAPACK 0.31 s\n"
      "hetscalapack: 1 call forwarded: too small: less than 2e+06 operations\n");
}

TEST(Summary, OfCallsThatWereTakenIsOneLine) {
  Summary summary;
  summary.count(call_with(true, "in place: predicted 1 s, ScaLAPACK 2 s", 1.5));
  EXPECT_EQ(summary.text(), "hetscalapack: 1 call taken in 1.5 s, 0 forwarded in 0 s\n");
}

TEST(Timeline, GivesEachMomentToTheInnermostActivity) {
  Timeline timeline;
  timeline.did(Activity::update, 2, 3);
  timeline.did(Activity::exchange, 4, 5);
  timeline.did(Activity::panel, 1, 6);
  timeline.did(Activity::update, 6, 7);
  timeline.did(Activity::idle, 0, 8);
  const std::vector<Event> expected{{Activity::idle, -1, 0, 1},     {Activity::panel, -1, 1, 2},
                                    {Activity::update, -1, 2, 3},   {Activity::panel, -1, 3, 4},
                                    {Activity::exchange, -1, 4, 5}, {Activity::panel, -1, 5, 6},
                                    {Activity::update, -1, 6, 7},   {Activity::idle, -1, 7, 8}};
  EXPECT_EQ(timeline.events(), expected);
}

TEST(Timeline, KeepsOnlySoManyAndCountsTheRest) {
  Timeline timeline(3);
  for (int k = 0; k < 10; ++k) timeline.did(Activity::update, k, k + 0.5);
  EXPECT_EQ(timeline.events().size(), 3u);
  EXPECT_EQ(timeline.dropped(), 7u);
}

TEST(CallWatch, HearsWhatIsBookedWhileItLivesAndNothingElse) {
  EXPECT_EQ(booked(Activity::update, 1, 3), 2);
  {
    CallWatch watch(true, std::nullopt);
    reached(4, 10, 40);
    EXPECT_EQ(booked(Activity::update, 1, 3), 2);
    booked(Activity::idle, 0, 4);
    const std::vector<Event> expected{
        {Activity::idle, -1, 0, 1}, {Activity::update, 5, 1, 3}, {Activity::idle, -1, 3, 4}};
    EXPECT_EQ(watch.timeline()->events(), expected);
  }
  EXPECT_EQ(the_watch, nullptr);
}

class TraceFiles : public testing::Test {
 protected:
  TraceFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "trace-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    path_ = folder_ / "trace.json";
  }
  ~TraceFiles() override { std::filesystem::remove_all(folder_); }
  nlohmann::json contents() const {
    std::ifstream file(path_);
    return nlohmann::json::parse(file);
  }
  void grow_old() const {
    std::filesystem::last_write_time(path_,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  }
  std::filesystem::path folder_, path_;
};

std::string one_event(int call) {
  return trace_events({"pdgemm", call}, 3, std::array{Timeline::Event{Activity::move_out, 5, 1.25, 1.5}}, 1);
}

// Complete after each call, and as exact as nanoseconds are.
TEST_F(TraceFiles, AreJsonAfterEachCall) {
  TraceFile file(path_.string());
  for (int call = 1; call <= 3; ++call) {
    EXPECT_EQ(file.next_call(), call);
    EXPECT_EQ("", file.add((file.is_new(3) ? trace_row(3) : "") + one_event(call)));
    EXPECT_EQ("", file.add(""));
    const auto all = contents();
    ASSERT_EQ(all.size(), 3u + static_cast<std::size_t>(call));
    const auto expected = nlohmann::json::parse(
        R"({"name": "move out", "cat": "pdgemm", "ph": "X", "pid": 0, "tid": 3, "ts": 250000.0, "dur": 250000.0,
            "args": {"routine": "pdgemm", "root": 0, "step": 5}})");
    auto event = all.back();
    EXPECT_EQ(event["args"]["call"], call);
    event["args"].erase("call");
    EXPECT_EQ(event, expected);
    EXPECT_EQ(all[1]["args"]["name"], "process 3");
  }
}

// A process may be at work before the clock of the one that writes begins.
TEST_F(TraceFiles, HaveTimesBeforeTheOriginToo) {
  TraceFile file(path_.string());
  ASSERT_EQ("", file.add(trace_events({"pdgemm", 1}, 0,
                                      std::array{Timeline::Event{Activity::plan, -1, 0.9999995, 1.25}}, 1)));
  EXPECT_EQ(contents().back()["ts"], -0.5);
  EXPECT_EQ(contents().back()["dur"], 250000.5);
  EXPECT_FALSE(contents().back()["args"].contains("step"));
}

TEST_F(TraceFiles, ReplaceWhatAnEarlierProgramLeftAndKeepWhatThisOneWrote) {
  ASSERT_EQ("", TraceFile(path_.string()).add(one_event(7)));
  std::ofstream(path_, std::ios::app) << "torn by a full disk";
  grow_old();
  TraceFile first(path_.string()), second(path_.string());
  first.next_call(), second.next_call();
  EXPECT_EQ("", first.add(one_event(1)));
  EXPECT_EQ(contents().size(), 2u);
  EXPECT_EQ("", second.add(one_event(2)));
  EXPECT_EQ("", first.add(one_event(3)));
  EXPECT_EQ(contents().size(), 4u);
}

// As begun before this program was loaded: by one that may have added to it since.
void begin_old(const std::filesystem::path& path) {
  std::fstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  const auto at = text.find("\"begun\":") + 8;
  text[at] = '0';
  text[at + 1] = '.';
  for (auto k = at + 2; text[k] != '}'; ++k) text[k] = '0';
  file.seekp(0) << text;
}

TEST_F(TraceFiles, OfAProgramThatStillRunsAreLeftAlone) {
  {
    TraceFile running(path_.string());
    ASSERT_EQ("", running.add(one_event(7)));
    begin_old(path_);
    TraceFile mine(path_.string());
    for (int call = 1; call <= 2; ++call)  // between its calls, and after one
      EXPECT_EQ("belongs to another program that runs, and is left alone", mine.add(one_event(call)));
    EXPECT_EQ("", running.add(one_event(8)));
    EXPECT_EQ(contents().size(), 3u);
    grow_old();
    EXPECT_NE("", TraceFile(path_.string()).add(one_event(1)));
    EXPECT_EQ(contents().size(), 3u);
  }
  TraceFile later(path_.string());
  EXPECT_EQ("", later.add(one_event(1)));
  EXPECT_EQ(contents().size(), 2u);
}

TEST_F(TraceFiles, AreLockedAnewWhereTheNameIsGivenToAnotherFile) {
  TraceFile running(path_.string());
  ASSERT_EQ("", running.add(one_event(1)));
  std::filesystem::remove(path_);
  ASSERT_EQ("", running.add(one_event(2)));
  begin_old(path_);
  EXPECT_NE("", TraceFile(path_.string()).add(one_event(1)));
}

TEST_F(TraceFiles, SayWhenTheyCannotBeWritten) {
  const auto why = [](const std::filesystem::path& path) {
    return TraceFile(path.string()).add(one_event(1));
  };
  EXPECT_EQ(why(folder_ / "none" / "trace"), "cannot be written: No such file or directory");
  EXPECT_EQ(why(folder_), "cannot be written: Is a directory");
  EXPECT_EQ(why("/dev/full"), "is not a regular file");
}

TEST_F(TraceFiles, LeaveAloneWhatIsNoTrace) {
  std::ofstream(path_) << "[ somebody's measurements ]\n";
  const auto is_untouched = [&] {
    EXPECT_NE("", TraceFile(path_.string()).add(one_event(1)));
    std::string line;
    std::getline(std::ifstream(path_), line);
    return line == "[ somebody's measurements ]";
  };
  EXPECT_TRUE(is_untouched());
  grow_old();
  EXPECT_TRUE(is_untouched());
}

TEST_F(TraceFiles, StayCompleteWhereThereIsNoRoomForMore) {
  TraceFile file(path_.string());
  ASSERT_EQ("", file.add(one_event(1)));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit little{std::filesystem::file_size(path_) + 20, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &little);
  EXPECT_NE("", file.add(one_event(2)));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(contents().size(), 2u);
  EXPECT_EQ("", file.add(one_event(3)));
  EXPECT_EQ(contents().size(), 3u);
}

// Roots of contexts side by side have clocks of their own, which begin when MPI does.
TEST_F(TraceFiles, HaveOneClockForAllRoots) {
  const long long early = trace_origin(5), late = trace_origin(3);
  EXPECT_NEAR(static_cast<double>(late - early), 2e9, 9e8);
  TraceFile file(path_.string());
  ASSERT_EQ("", file.add(trace_events({"pdgemm", 1, 2, 7'000'000'000}, 0,
                                      std::array{Timeline::Event{Activity::plan, -1, 1.5, 2}}, 1)));
  EXPECT_EQ(contents().back()["ts"], 7.5e6);
  EXPECT_EQ(contents().back()["args"]["root"], 2);
}

TEST(Progress, IsTheShareOfTheOperationsNotOfTheSteps) {
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 1000, 1000, 2, 8);
  EXPECT_EQ(Progress::share_done(lu, 0), 0);
  EXPECT_NEAR(Progress::share_done(lu, 500), 1 - 1.0 / 8, 1e-9);
  EXPECT_EQ(Progress::share_done(lu, 1000), 1);
  const CallShape product = CallShape::product(10, 20, 1000, 2, 8);
  EXPECT_NEAR(Progress::share_done(product, 250), 0.25, 1e-9);
  // A tall matrix keeps its height: nearly proportional.
  const CallShape tall = CallShape::factorization(RoutineKind::qr, 1000000, 10, 2, 8);
  EXPECT_NEAR(Progress::share_done(tall, 5), 0.75, 0.01);
}

TEST(Progress, WaitsIsSaidOnceASecondAndForetellsTheEnd) {
  double now = 100;
  std::vector<std::string> lines;
  Progress progress(
      "pdgemm 8 x 8 x 100", CallShape::product(8, 8, 100, 2, 8), 5, [&] { return now; },
      [&](const std::string& line) { lines.push_back(line); });
  for (int step = 0; step < 100; ++step) {
    progress.reached(step, 100, step);
    now += 0.25;
  }
  // From 5 s on to 24.75 s.
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(lines.front(), "hetscalapack: pdgemm 8 x 8 x 100: step 21 of 100, 20 %, about 20 s left\n");
  EXPECT_EQ(lines.back(), "hetscalapack: pdgemm 8 x 8 x 100: step 97 of 100, 96 %, about 1 s left\n");
}

TEST(Progress, IsNotThroughBeforeTheEnd) {
  double now = 0;
  std::string line;
  Progress progress(
      "pdgetrf 1000 x 1000", CallShape::factorization(RoutineKind::lu, 1000, 1000, 2, 8), 1,
      [&] { return now; }, [&](const std::string& said) { line = said; });
  now = 2;
  progress.reached(15, 16, 960);
  EXPECT_EQ(line.substr(0, line.find(',')), "hetscalapack: pdgetrf 1000 x 1000: step 16 of 16");
  EXPECT_NE(line.find(", 99 %, "), std::string::npos) << line;
}

TEST(CallWatch, GivesUpAProgressLineThatThereIsNoMemoryFor) {
  double now = 0;
  int said = 0;
  CallWatch watch(false,
                  Progress(
                      "pdgemm 8 x 8 x 100", CallShape::product(8, 8, 100, 2, 8), 1, [&] { return now; },
                      [&](const std::string&) {
                        ++said;
                        throw std::bad_alloc();
                      }));
  for (int step = 0; step < 4; ++step) {
    now += 2;
    watch.reached(step, 100, step);
  }
  EXPECT_EQ(said, 1);
}

}  // namespace
}  // namespace het
