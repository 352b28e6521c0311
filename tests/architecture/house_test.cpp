// This repository keeps the rules of its house.
#include <gtest/gtest.h>

#include <regex>

#include "tests/architecture/rules.hpp"

namespace het::architecture {
namespace {

class ThisHouse : public testing::Test {
 protected:
  House house_ = read_house(HET_ROOMS_TABLE);
  Tree tree_ = read_tree(house_, HET_SOURCE_ROOT);

  static std::string listed(const Violations& violations) {
    std::ostringstream out;
    for (const auto& violation : violations) out << violation << '\n';
    return out.str();
  }
};

TEST_F(ThisHouse, every_room_has_a_folder) {
  for (const auto& room : house_.rooms)
    EXPECT_TRUE(std::filesystem::is_directory(std::filesystem::path(HET_SOURCE_ROOT) / room.folder))
        << room.name;
}
TEST_F(ThisHouse, includes_run_downward) { EXPECT_EQ(listed(includes_run_downward(house_, tree_)), ""); }
TEST_F(ThisHouse, includes_make_no_circles) {
  EXPECT_EQ(listed(includes_make_no_circles(house_, tree_)), "");
}
TEST_F(ThisHouse, pure_rooms_stay_pure) { EXPECT_EQ(listed(pure_rooms_stay_pure(house_, tree_)), ""); }
TEST_F(ThisHouse, foreign_symbols_stay_in_bindings) {
  EXPECT_EQ(listed(foreign_symbols_stay_in_bindings(house_, tree_)), "");
}
TEST_F(ThisHouse, types_are_defined_once) { EXPECT_EQ(listed(types_are_defined_once(house_, tree_)), ""); }
TEST_F(ThisHouse, world_is_not_used) { EXPECT_EQ(listed(world_is_not_used(house_, tree_)), ""); }
TEST_F(ThisHouse, folders_are_small) { EXPECT_EQ(listed(folders_are_small(house_, tree_)), ""); }
TEST_F(ThisHouse, files_are_built) {
  // Of a unity build the commands name files that include those of a target.
  const std::string commands = read_file(HET_COMPILE_COMMANDS);
  std::string compiled = commands;
  const std::regex unity("\"file\": \"([^\"]*/Unity/[^\"]*)\"");
  for (auto it = std::sregex_iterator(commands.begin(), commands.end(), unity); it != std::sregex_iterator();
       ++it)
    compiled += read_file((*it)[1].str());
  EXPECT_EQ(listed(files_are_built(house_, tree_, compiled)), "");
}
TEST_F(ThisHouse, lines_are_short) { EXPECT_EQ(listed(lines_are_short(house_, tree_)), ""); }
TEST_F(ThisHouse, no_machine_paths) { EXPECT_EQ(listed(no_machine_paths(house_, tree_)), ""); }

}  // namespace
}  // namespace het::architecture
