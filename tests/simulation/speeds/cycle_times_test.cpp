// The cycle-times by which calls are planned: those that a platform's processors have, or those that a file gives their
// hosts.
#include <fmt/format.h>

#include "tests/simulation/speeds/repeated_calls.hpp"

namespace het::test {
namespace {

class CycleTimes : public RepeatedCalls {
 protected:
  std::vector<double> planned_by(const std::filesystem::path& platform, const std::string& setting) const {
    const auto report = report_of({.p = 3, .q = 3}, platform, {"HETSCALAPACK_CYCLE_TIMES=" + setting});
    if (report.size() != 1) return {};
    return report.front()["cycle_times"].get<std::vector<double>>();
  }
};

// Those of 6.3 and of 7.8 that BPRR99 has, within a quarter, are taken for equal, and so are 7.95 and 8.
TEST_F(CycleTimes, OfTheNineOfBprr99AreMeasured) {
  const auto seen = planned_by(file("nine.xml", platform_text("bprr99-switch10")), "measure");
  const std::vector<double> nine{1, 1, 1, 4, 7.3, 7.3, 7.3, 7.975, 7.975};
  ASSERT_EQ(seen.size(), nine.size());
  for (std::size_t rank = 0; rank < nine.size(); ++rank)
    EXPECT_NEAR(seen[rank], nine[rank], 0.01 * nine[rank]) << rank;
}

// Hosts of a name alone and with a domain, as lines of either kind name them; the fastest given has 1.
TEST_F(CycleTimes, OfAFileAreThoseOfTheHosts) {
  std::string text = platform_text("equal9-switch10"), lines = "# host cycle-time\n";
  for (int host = 8; host >= 0; --host) {
    const std::string name = fmt::format("h{}", host), whole = name + ".site.example";
    const bool in_domain = host % 3 > 0;
    if (in_domain)
      for (std::size_t at; (at = text.find('"' + name + '"')) != std::string::npos;)
        text.replace(at + 1, name.size(), whole);
    lines += fmt::format("{} {}\n", host % 3 == 2 ? whole : name, 2 * (host + 1));
  }
  EXPECT_EQ(planned_by(file("named.xml", text), file("hosts", lines)),
            (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

}  // namespace
}  // namespace het::test
