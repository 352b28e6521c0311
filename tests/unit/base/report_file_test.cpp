#include "src/base/text/report_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "src/base/text/locked_file.hpp"

namespace het {
namespace {

class ReportFile : public ::testing::Test {
 protected:
  ReportFile() {
    std::string name = (std::filesystem::temp_directory_path() / "report_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~ReportFile() override { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ / "report"; }
  void write(const std::string& text) const { std::ofstream(path()) << text; }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::ifstream in(path());
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }

 private:
  std::filesystem::path folder_;
};

// Files are locked by who opens them, processes or threads.
TEST_F(ReportFile, LinesOfSeveralWritersAreWhole) {
  constexpr std::size_t writers = 4, each = 500, page = 4096;
  std::vector<std::thread> threads;
  for (std::size_t w = 0; w < writers; ++w)
    threads.emplace_back([&, w] {
      for (std::size_t i = 0; i < each; ++i)
        EXPECT_EQ(add_to_report(path(), "{" + std::string((w + 1) * 700 + i % page, 'x') + "}"), "");
    });
  for (std::thread& thread : threads) thread.join();
  const auto all = lines();
  ASSERT_EQ(all.size(), writers * each);
  for (const std::string& line : all) {
    ASSERT_FALSE(line.empty());
    EXPECT_EQ(line.find_first_not_of('x', 1), line.size() - 1);
  }
}

TEST_F(ReportFile, WhoKeepsItLockedIsNotWaitedForWithoutEnd) {
  const LockedFile somebody(path());
  const LockedFile ours(path(), std::chrono::milliseconds(20));
  EXPECT_GE(ours.get(), 0);
}

TEST_F(ReportFile, PartOfALineIsLeftAbove) {
  write("{}\n{\"rou");
  EXPECT_EQ(add_to_report(path(), "{1}"), "");
  EXPECT_EQ(lines(), (std::vector<std::string>{"{}", "{\"rou", "{1}"}));
}

TEST_F(ReportFile, WhatIsNoReportStaysAsItIs) {
  write("somebody's\n");
  EXPECT_EQ(add_to_report(path(), "{}"), "is no report, and left alone");
  EXPECT_EQ(lines(), std::vector<std::string>{"somebody's"});
}

TEST_F(ReportFile, WithoutAFolderItCannotBeWritten) {
  EXPECT_EQ(add_to_report(path() + "/none/report", "{}"), "cannot be written: No such file or directory");
}

TEST_F(ReportFile, ADeviceIsNotRead) { EXPECT_EQ(add_to_report("/dev/null", "{}"), ""); }

}  // namespace
}  // namespace het
