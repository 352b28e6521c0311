#pragma once
// The house as tests/architecture/rooms.toml describes it, and the files that stand in it.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace het::architecture {

enum class World { forbidden, rank, any };

struct Room {
  std::string name;
  std::string folder;
  std::set<std::string> reach;  // names of the rooms it may include, itself and everything below
  bool pure = false;
  bool foreign_symbols = false;
  World world = World::forbidden;
};

// The table and the settings of the rules.
struct House {
  std::vector<Room> rooms;
  std::vector<std::string> folders;
  std::vector<std::string> ignored;
  std::regex parallel_headers;
  std::regex foreign_symbols;
  std::regex machine_path;
  std::size_t max_files_per_folder = 0;
  std::size_t longest_line = 0;

  // The room with the longest folder that holds `path` (relative to the root), or nullptr.
  const Room* room_of(const std::string& path) const;
};

// Reads the table; throws std::runtime_error for a room that names one not above it in the table, so that the
// table itself cannot hold a cycle.
House read_house(const std::filesystem::path& table);

struct SourceFile {
  std::string text;        // as it stands
  std::string directives;  // C and C++: without comments
  std::string code;        // C and C++: without comments and without the insides of literals
};

// Text files by path relative to the root, '/' between folders.
using Tree = std::map<std::string, SourceFile>;

// Reads the folders of the house and the files of the root itself; pictures are left out.
Tree read_tree(const House& house, const std::filesystem::path& root);

// The bytes of a file; empty when there is none.
std::string read_file(const std::filesystem::path& path);

bool is_c_family(const std::string& path);
bool is_compiled(const std::string& path);
bool is_source(const std::string& path);

// Everything up to the last '/', empty for a file of the root.
std::string folder_of(const std::string& path);

// C or C++ text with comments blanked, and with the insides of string and character literals blanked when
// asked. Lines stay lines.
std::string strip(const std::string& text, bool blank_literals);

}  // namespace het::architecture
