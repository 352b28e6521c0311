#include "src/base/text/message.hpp"

#include <gtest/gtest.h>

#include <string>

namespace het {
namespace {

TEST(Message, IsOneLineThatATerminalDoesNotObey) {
  EXPECT_EQ(one_line("a\nb\x1b[31m\tc\xff"), "a b?[31m?c?");
  EXPECT_EQ(one_line("Rechner-ä: 'x' is unknown"), "Rechner-ä: 'x' is unknown");
  EXPECT_EQ(one_line(""), "");
}

TEST(Message, ShowsTheBeginningOfALongValueAndAllThatIsSaidOfIt) {
  const std::string path(200, 'p'), value(100'000, 'v');
  EXPECT_EQ(one_line(path + " is a directory"), path + " is a directory");
  EXPECT_EQ(one_line("MODE=" + value + ": must be auto"),
            "MODE=" + std::string(55, 'v') + "...: must be auto");
  EXPECT_EQ(one_line("'" + value + "', really"), "'" + std::string(59, 'v') + "...', really");
  // Not inside a character.
  std::string wide = "x";
  for (int k = 0; k < 200; ++k) wide += "ä";
  EXPECT_TRUE(is_printable(one_line(wide)));
}

TEST(Message, OfManyWordsShowsBothEnds) {
  std::string words = "first";
  for (int k = 0; k < 10'000; ++k) words += " word";
  const std::string shown = one_line(words + " last");
  EXPECT_LT(shown.size(), 2000u);
  EXPECT_TRUE(shown.starts_with("first word") && shown.ends_with("word last")) << shown;
}

TEST(Message, ThatIsLostIsNoticed) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  EXPECT_EQ(why_lost(full), "");
  std::fputs("text", full);
  EXPECT_EQ(why_lost(full), "standard output cannot be written: No space left on device");
  std::fclose(full);
}

}  // namespace
}  // namespace het
