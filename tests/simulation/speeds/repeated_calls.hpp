#pragma once
// The report of simulated products, as tests of speeds want it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace het::test {

class RepeatedCalls : public testing::Test {
 protected:
  RepeatedCalls();
  ~RepeatedCalls() override;

  // What is written to a file of the test's folder, by its name there.
  std::filesystem::path file(const std::string& name, const std::string& text) const;
  // A platform of the build.
  static std::string platform_text(const std::string& name);

  // What products do on p x q processes, as many as count says; a process that waits looks for messages once in `poll`
  // seconds.
  struct Calls {
    int count = 1, p = 2, q = 2;
    std::string poll = "1e-5";
  };
  // Their lines of the report.
  std::vector<nlohmann::json> report_of(const Calls& calls, const std::filesystem::path& platform,
                                        const std::vector<std::string>& environment = {}) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace het::test
