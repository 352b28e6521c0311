// What hetrun and hetplatform refuse at once: files that would be waited for, paths that cannot be preloaded, lost output.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/hetrun/command.hpp"

namespace het::run::test {
namespace {

namespace fs = std::filesystem;
const std::string hetrun = HETRUN_COMMAND, hetplatform = HETPLATFORM_COMMAND;

class Refusal : public ::testing::Test {
 protected:
  Refusal() : folder_(::testing::TempDir() + "refusal-" + std::to_string(getpid())) {
    fs::create_directories(folder_);
    EXPECT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  }
  ~Refusal() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // The words as a shell takes them: one line on standard error, with `said` in it.
  static void expect(const std::string& words, int status, const std::string& said) {
    Command command({"/usr/bin/env", "timeout", "20", "bash", "-c", words});
    EXPECT_EQ(command.wait(), status) << words;
    const std::string line = command.errors();
    EXPECT_NE(line.find(said), std::string::npos) << words << ": " << line;
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
    EXPECT_LT(line.size(), 600u);
  }

 private:
  fs::path folder_;
};

TEST_F(Refusal, APipeInAFolderIsNoFile) {
  const std::string pipe = path("pipe"), said = pipe + ": is not a regular file";
  expect(hetrun + " --cycle-times 1,2 --json " + pipe + " -- true", 2, "--json " + said);
  expect(hetrun + " --cycle-times " + pipe + " -- true", 2, "--cycle-times " + said);
  expect(hetrun + " --simulate " + pipe + " -- xhetsim", 2, "--simulate " + said);
  expect(hetrun + " --cycle-times 1,2 --preload " + pipe + " -- true", 2, "not a shared library");
  expect(hetplatform + " --cycle-times " + pipe, 2, said);
  expect(hetplatform + " --list " + pipe, 2, "--list " + said);
  expect(hetplatform + " --cycle-times 1,2 -o " + pipe, 2, said);
}

TEST_F(Refusal, ADeviceWithoutAnEndIsNotRead) {
  expect(hetrun + " --cycle-times /dev/zero -- true", 2, "/dev/zero: is not a regular file");
  std::ofstream(path("empty")) << "# no line\n";
  expect(hetrun + " --cycle-times " + path("empty") + " -- true", 2, "empty: is empty");
  std::ofstream(path("large")) << "a 1\n";
  fs::resize_file(path("large"), 100'000'000);
  expect(hetrun + " --cycle-times " + path("large") + " -- true", 2, "is longer than 67108864 bytes");
}

TEST_F(Refusal, WhatLdPreloadCannotHold) {
  const fs::path throttle = fs::path(hetrun).parent_path() / "../lib/libhetthrottle.so";
  for (const char* name : {"a library.so", "a:library.so"}) {
    fs::copy_file(throttle, path(name));
    expect(hetrun + " --cycle-times 1,2 --preload '" + path(name) + "' -- true", 2,
           "LD_PRELOAD cannot hold ");
  }
  const std::string prefix = path("a prefix");
  fs::create_directories(prefix + "/bin");
  fs::create_directories(prefix + "/lib");
  fs::copy_file(hetrun, prefix + "/bin/hetrun");
  fs::copy_file(throttle, prefix + "/lib/libhetthrottle.so");
  expect("'" + prefix + "/bin/hetrun' --cycle-times 1,2 -- true", 2, "must be installed in a folder without");
}

TEST_F(Refusal, LostOutputIsNoticed) {
  for (const std::string& program : {hetrun + " --help", hetrun + " --version", hetplatform + " --help",
                                     hetplatform + " --version", hetplatform + " --cycle-times 1,2"})
    for (const char* lost : {" >/dev/full", " >&-"})
      expect(program + lost, 1, "standard output cannot be written: ");
}

TEST_F(Refusal, QuotesNothingThatATerminalObeysNorWithoutEnd) {
  expect(hetrun + " --cycle-times $'a\\033[31mb\\nc' -- true", 2, "--cycle-times a?[31mb c: ");
  expect(hetrun + " --cycle-times $(head -c 100000 /dev/zero | tr '\\0' v) -- true", 2, "vvv...: ");
}

TEST_F(Refusal, SaysWhichOptionAndWhy) {
  expect(hetrun + " --cycle-times 1 --cycle-times 2 -- true", 2, "--cycle-times is given twice");
  expect(hetplatform + " --cycle-times 1,2 --network foo", 2, "--network foo: one of ");
  expect(hetplatform + " --cycle-times 1,2 -o /no/such/file", 2,
         "cannot be written: No such file or directory");
}

}  // namespace
}  // namespace het::run::test
