// Any bytes give a plan or an Error with one printable line; never a crash, never an endless loop.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>

#include "src/base/error.hpp"
#include "src/tools/help/wrapped.hpp"
#include "src/tools/input/host_names.hpp"
#include "src/tools/input/numbers.hpp"
#include "src/tools/picture/canvas.hpp"
#include "src/tools/plan/grid_request.hpp"
#include "src/tools/report/report_picture.hpp"
#include "src/tools/report/report_text.hpp"
#include "src/tools/terminal/terminal_picture.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

// Good texts changed in a few places, so that the changes reach every branch of the parsers.
class Mutations {
 public:
  explicit Mutations(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {}
  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t k = below(5); k > 0; --k) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  void change(std::string& text) {
    static const std::string likely("0123456789.,;*xe+-{}[]\":# \n\t\0\x1b\xff\xc3", 33);
    const std::size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0:
        text.insert(at, 1, likely[below(likely.size())]);
        break;
      case 1:
        text.erase(at, below(6));
        break;
      case 2: {
        const std::size_t from = below(text.size() + 1);  // before the length, with every compiler
        text.insert(at, text.substr(from, below(12)));
        break;
      }
      default:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
    }
  }
  std::vector<std::string> seeds_;
  std::mt19937_64 random_{20240607};
};

// Runs the text through `plan`; counts how often it came through. What is refused is refused by an Error
// that says something. A zero byte cannot be on a command line; files of that kind are refused as a whole.
int survivors(Mutations texts, int count, const std::function<void(const std::string&)>& plan,
              bool with_zeros = false) {
  int good = 0;
  for (int k = 0; k < count; ++k) {
    const std::string text = texts.next();
    if (text.find('\0') != std::string::npos && !with_zeros) continue;
    try {
      plan(text);
      ++good;
    } catch (const Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 10u) << printable(text);
    }
  }
  return good;
}

// A plan and its drawing, without the time of large grids.
void plan_and_draw(GridRequest request, const Processors& processors) {
  if (processors.cycle_times.size() > 12) return;
  request.method = "heuristic";
  const BlockPlan plan = block_plan(request, processors, method_of(request));
  const std::string text = terminal_picture(plan, false);
  EXPECT_GT(text.size(), 100u);
}

void expect_some(int good, int count) {
  EXPECT_GT(good, count / 20);
  EXPECT_LT(good, count);
}

constexpr int tries = 4000;

TEST(Fuzz, Lists) {
  expect_some(survivors(Mutations({"1,2,3,6", "4*1,4*2.2", " 1e-3 , 2 ", "3*1,1e15,7.95"}), tries,
                        [](const std::string& text) {
                          GridRequest request;
                          request.cycle_times = text;
                          plan_and_draw(request, processors_of(request));
                        }),
              tries);
}

TEST(Fuzz, Arrangements) {
  expect_some(survivors(Mutations({"1,2;3,6", "1,1,1;4,6.3,7.8", "1;2;3"}), tries,
                        [](const std::string& text) {
                          GridRequest request;
                          request.arrangement = text;
                          if (!text.empty()) plan_and_draw(request, processors_of(request));
                        }),
              tries);
}

TEST(Fuzz, Reports) {
  const std::string line =
      R"({"routine":"pdgetrf","m":4000,"n":4000,"k":4000,"taken":true,"cycle_times":[1,2,3,6],"grid":[2,2]})";
  expect_some(survivors(Mutations({line, line + "\n" + line + "\n", R"({"cycle_times":[1.5]})"}), tries,
                        [](const std::string& text) { plan_and_draw({}, parse_report(text, "report")); }),
              tries);
}

TEST(Fuzz, CallsOfReports) {
  // What is painted is not looked at.
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1), cairo_surface_destroy);
  Canvas nowhere(surface.get());
  const auto paint = [&](const DrawingMaker& make) { make(nowhere).paint(nowhere); };
  const std::string line =
      R"({"routine":"pdgetrf","m":4,"n":4,"k":4,"taken":true,"in_place":true,"reason":"","seconds":{"plan":0.1,"total":1},)"
      R"("cycle_times":[1,2],"order":[[0,1]],"predicted":{"compute":1,"total":1},"busy":[1,2],"update":[1,2]})";
  const std::string extreme =
      R"({"routine":"pdgemm","m":4,"n":4,"k":4,"taken":true,"seconds":{"compute":5e-324,"total":1e12},)"
      R"("cycle_times":[1e15],"predicted":{"compute":1e-9,"total":1e12},"busy":[1e-308],"update":[1e12]})";
  expect_some(survivors(Mutations({line, line + "\n" + line + "\n", extreme}), tries,
                        [&](const std::string& text) {
                          const auto calls = parse_calls(text, "report").calls;
                          EXPECT_GT(call_text(calls.front(), false).size(), 20u);
                          const Overview overview = overview_of(calls);
                          EXPECT_GT(overview_text(overview, false).size(), 20u);
                          paint(picture_of(calls.front()));
                          paint(picture_of(overview));
                        }),
              tries);
}

TEST(Fuzz, HostFiles) {
  const test::Folder folder;
  expect_some(
      survivors(Mutations({"fast 1\nslow.example.org 2 # half\n\nc 3\nd 6\n", "10.0.0.1 1\n10.0.0.2 4\n"}),
                tries / 4,
                [&](const std::string& text) {
                  std::ofstream(folder.file("hosts"), std::ios::binary) << text;
                  plan_and_draw({}, read_processors("--cycle-times", folder.file("hosts")));
                }),
      tries / 4);
}

TEST(Fuzz, SizesAndNumbers) {
  survivors(Mutations({"4x3", "12", "1000000"}), tries, [](const std::string& text) {
    const SizePair size = parse_size_pair("--grid", text, OneNumber::square, 1000, "M or MxN");
    EXPECT_TRUE(size.rows >= 1 && size.rows <= 1000 && size.cols >= 1 && size.cols <= 1000) << text;
  });
  survivors(Mutations({"1.25", "1e3", "20"}), tries, [](const std::string& text) {
    const double value = parse_real("--gflops", text, 0, 1e9);
    EXPECT_TRUE(value >= 0 && value <= 1e9) << text;
  });
}

TEST(Fuzz, DeepNestingIsNoCrash) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  for (const std::string& text :
       {"{\"cycle_times\":" + deep + "}", "{\"cycle_times\":[1],\"m\":" + deep + "}",
        "{\"cycle_times\":[1],\"grid\":" + deep + "}", "{\"a\":" + deep + "}"})
    EXPECT_THROW(parse_report(text, "report"), Error);
}

TEST(HostNames, AreCutWhereTheyStayDifferent) {
  EXPECT_EQ(without_domains({"a.x", "b.x", "a.x"}), (std::vector<std::string>{"a", "b", "a"}));
  EXPECT_EQ(without_domains({"a.x", "a.y"}), (std::vector<std::string>{"a.x", "a.y"}));
  EXPECT_EQ(without_domains({"10.0.0.1", "10.0.0.2"}), (std::vector<std::string>{"10.0.0.1", "10.0.0.2"}));
  EXPECT_EQ(shortened("node-0017.cluster", 100), "node-0017.cluster");
  EXPECT_EQ(shortened("compute-node-0017", 10), "compu~0017");
  EXPECT_EQ(text_length("ä-1"), 3u);
  EXPECT_EQ(printable("a\x1b\xff"
                      "b"),
            "a??b");
  EXPECT_FALSE(is_printable("\xc3"));
  EXPECT_FALSE(is_printable("\xed\xa0\x80"));  // a surrogate
  EXPECT_TRUE(is_printable("Rechner-ä"));
}

}  // namespace
}  // namespace het
