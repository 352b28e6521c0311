// A processor that becomes loaded while a program runs gets less from the next call on.
#include "tests/simulation/speeds/repeated_calls.hpp"

namespace het::test {
namespace {

class LoadedProcessor : public RepeatedCalls {
 protected:
  // The equal processors of the build's platforms; the third one's speed is this part of what it was, from each of
  // these moments on.
  std::filesystem::path platform(const std::string& times_and_parts) const {
    file("load", times_and_parts);
    std::string text = platform_text("equal9-switch10");
    text.insert(text.find("/>", text.find("id=\"h2\"")), " speed_file=\"load\"");
    return file("loaded.xml", text);
  }

  std::vector<nlohmann::json> calls(const std::filesystem::path& platform, int count,
                                    const std::string& poll) const {
    return report_of({.count = count, .poll = poll}, platform);
  }

  static double seconds(const nlohmann::json& call) { return call["seconds"]["total"]; }
  static double cycle_time(const nlohmann::json& call) { return call["cycle_times"][2]; }
};

TEST_F(LoadedProcessor, GetsLessFromTheNextCallOn) {
  const auto all = calls(platform("0.0 1.0\n0.2 0.1\n"), 12, "1e-5");
  ASSERT_EQ(all.size(), 12u);
  EXPECT_EQ(cycle_time(all.front()), 1);
  std::size_t hit = 0;  // the first call that was slow for the load
  while (hit < all.size() && seconds(all[hit]) < 1.5 * seconds(all[1])) ++hit;
  ASSERT_LT(hit + 3, all.size());
  EXPECT_GT(cycle_time(all[hit + 1]), 1.5);
  EXPECT_GT(cycle_time(all.back()), 7);
  // Three processors and a tenth of one, where there were four.
  EXPECT_LT(seconds(all.back()), 1.45 * seconds(all[1]));
}

// It is left out while it is slow, so that no call shows its speed: it is measured now and then. Rare looks, since those of
// the one that waits are nearly all that there is to simulate.
TEST_F(LoadedProcessor, GetsItsShareBackWhenTheLoadIsGone) {
  const auto all = calls(platform("0.0 1.0\n0.2 0.1\n3.0 1.0\n"), 90, "1e-4");
  ASSERT_EQ(all.size(), 90u);
  EXPECT_GT(cycle_time(all[20]), 5);
  EXPECT_LT(cycle_time(all.back()), 1.5);
}

}  // namespace
}  // namespace het::test
