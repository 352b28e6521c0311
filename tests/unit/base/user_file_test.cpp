#include "src/base/text/user_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "src/base/text/report_file.hpp"
#include "src/base/text/text_file.hpp"

namespace het {
namespace {

using For = UserFile::For;

class UserFiles : public ::testing::Test {
 protected:
  UserFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "user_file_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    EXPECT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  }
  ~UserFiles() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

TEST_F(UserFiles, WhatIsOpenAlreadyIsReadFromWhereItStands) {
  ASSERT_EQ(write_text(path("text"), "read before\nthe rest\n"), "");
  const UserFile file(path("text"), For::reading);
  ASSERT_EQ(lseek(file.get(), 12, SEEK_SET), 12);
  EXPECT_EQ(text_in(file.get()).text, "the rest\n");
  EXPECT_EQ(text_in(-1).why, "cannot be read to its end: Bad file descriptor");
}

TEST_F(UserFiles, OfWhatIsNotThereNothingIsWrong) {
  EXPECT_EQ(why_no_regular_file(path("pipe")), "is not a regular file");
  EXPECT_EQ(why_no_regular_file(path("absent")), "");
  EXPECT_EQ(why_no_regular_file(path("")), "is a directory");
  ASSERT_EQ(write_text(path("text"), "x"), "");
  EXPECT_EQ(why_no_regular_file(path("text")), "");
}

TEST_F(UserFiles, ClosingTellsOnce) {
  UserFile file(path("text"), For::writing);
  EXPECT_EQ(file.close(), "");
  EXPECT_EQ(file.close(), "");
  EXPECT_EQ(file.get(), -1);
}

// Where it were opened as usual, this test would never end.
TEST_F(UserFiles, APipeInAFolderIsRefusedAtOnce) {
  for (const For what : {For::reading, For::writing, For::adding})
    EXPECT_EQ(UserFile(path("pipe"), what).why(), "is not a regular file");
  EXPECT_EQ(text_of(path("pipe")).why, "is not a regular file");
  EXPECT_EQ(write_text(path("pipe"), "x"), "is not a regular file");
  EXPECT_EQ(why_unwritable(path("pipe")), "is not a regular file");
  EXPECT_EQ(add_to_report(path("pipe"), "{}"), "is not a regular file");
}

// As a shell's <(...) and /dev/stderr are.
TEST_F(UserFiles, APipeThatIsOpenAlreadyIsTaken) {
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  const auto name = [](int file) { return "/dev/fd/" + std::to_string(file); };
  EXPECT_EQ(add_to_report(name(ends[1]), "{}"), "");
  EXPECT_EQ(write_text(name(ends[1]), "1 2\n"), "");
  close(ends[1]);
  EXPECT_EQ(text_of(name(ends[0])).text, "{}\n1 2\n");
  close(ends[0]);
}

TEST_F(UserFiles, DevicesAreWrittenAndNotRead) {
  EXPECT_EQ(text_of("/dev/zero").why, "is not a regular file");
  EXPECT_EQ(write_text("/dev/null", "x"), "");
  EXPECT_EQ(write_text("/dev/full", "x"), "cannot be written: No space left on device");
}

TEST_F(UserFiles, SayWhatIsWrong) {
  EXPECT_EQ(text_of(path("none")).why, "cannot be read: No such file or directory");
  EXPECT_EQ(text_of(path("")).why, "is a directory");
  EXPECT_EQ(write_text(path(""), ""), "cannot be written: Is a directory");
  EXPECT_EQ(write_text(path("none/file"), ""), "cannot be written: No such file or directory");
  std::ofstream(path("zero")) << 'a' << '\0';
  EXPECT_EQ(text_of(path("zero")).why, "holds a zero byte; it is no text");
  std::ofstream(path("large")) << "a";
  std::filesystem::resize_file(path("large"), largest_text + 1);
  EXPECT_EQ(text_of(path("large")).why, "is longer than 67108864 bytes");
}

TEST_F(UserFiles, AreWrittenAnewOrAddedTo) {
  EXPECT_EQ(write_text(path("file"), "long text"), "");
  EXPECT_EQ(write_text(path("file"), "text"), "");
  EXPECT_EQ(UserFile(path("file"), For::adding).write(", more"), "");
  EXPECT_EQ(text_of(path("file")).text, "text, more");
}

}  // namespace
}  // namespace het
