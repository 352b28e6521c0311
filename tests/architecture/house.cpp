#include "tests/architecture/house.hpp"

#include <toml++/toml.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace het::architecture {
namespace fs = std::filesystem;

namespace {

World world_of(const std::string& word) {
  if (word == "forbidden") return World::forbidden;
  if (word == "rank") return World::rank;
  if (word == "any") return World::any;
  throw std::runtime_error("rooms.toml: world = \"" + word + "\" is none of forbidden, rank, any");
}

// A value of the table that has to be there.
template <class T, class Node>
T must(const Node& node, const std::string& what) {
  if (auto value = node.template value<T>()) return *value;
  throw std::runtime_error("rooms.toml: no " + what);
}

std::vector<std::string> words(const toml::node_view<toml::node>& node, const std::string& what) {
  const toml::array* array = node.as_array();
  if (!array) throw std::runtime_error("rooms.toml: no list " + what);
  std::vector<std::string> result;
  for (const auto& word : *array) result.push_back(must<std::string>(word, "string in " + what));
  return result;
}

// One regular expression that matches what any of them matches.
std::string any_of(const std::vector<std::string>& expressions) {
  std::string result;
  for (const auto& expression : expressions) result += (result.empty() ? "" : "|") + expression;
  return result;
}

Room read_room(toml::table& entry, const std::vector<Room>& above) {
  Room room;
  room.name = must<std::string>(entry["name"], "name of a room");
  room.folder = must<std::string>(entry["folder"], "folder of " + room.name);
  room.pure = entry["pure"].value_or(false);
  room.foreign_symbols = entry["foreign_symbols"].value_or(false);
  room.world = world_of(entry["world"].value_or(std::string("forbidden")));
  room.reach = {room.name};
  for (const auto& other : words(entry["may_include"], "may_include of " + room.name)) {
    const auto found = std::ranges::find(above, other, &Room::name);
    if (found == above.end())
      throw std::runtime_error("rooms.toml: " + room.name + " may include " + other +
                               ", which is no room above it in the table");
    room.reach.insert(found->reach.begin(), found->reach.end());
  }
  return room;
}

bool is_picture(const fs::path& path) { return path.extension() == ".png" || path.extension() == ".ico"; }

}  // namespace

const Room* House::room_of(const std::string& path) const {
  const Room* best = nullptr;
  for (const auto& room : rooms)
    if (path.starts_with(room.folder + "/") && (!best || room.folder.size() > best->folder.size()))
      best = &room;
  return best;
}

House read_house(const fs::path& table) {
  toml::table document = toml::parse_file(table.string());
  House house;
  toml::array* rooms = document["room"].as_array();
  if (!rooms) throw std::runtime_error("rooms.toml: no rooms");
  for (auto& entry : *rooms) house.rooms.push_back(read_room(*entry.as_table(), house.rooms));

  auto rules = document["rules"];
  house.folders = words(rules["folders"], "folders");
  house.parallel_headers = must<std::string>(rules["parallel_headers"], "parallel_headers");
  house.foreign_symbols = any_of(words(rules["foreign_symbols"], "foreign_symbols"));
  house.ignored = words(rules["ignored"], "ignored");
  house.max_files_per_folder =
      static_cast<std::size_t>(must<std::int64_t>(rules["max_files_per_folder"], "max_files_per_folder"));
  house.longest_line = static_cast<std::size_t>(must<std::int64_t>(rules["longest_line"], "longest_line"));
  house.machine_path =
      "(^|[^A-Za-z0-9_.)}>])/(" + any_of(words(rules["machine_folders"], "machine_folders")) + ")/";
  return house;
}

Tree read_tree(const House& house, const fs::path& root) {
  Tree tree;
  const auto add = [&](const fs::directory_entry& entry) {
    if (!entry.is_regular_file() || is_picture(entry.path())) return;
    const auto path = fs::relative(entry.path(), root).generic_string();
    SourceFile file{read_file(entry.path()), {}, {}};
    if (is_c_family(path)) {
      file.directives = strip(file.text, false);
      file.code = strip(file.text, true);
    }
    tree.emplace(path, std::move(file));
  };
  for (const auto& entry : fs::directory_iterator(root))
    if (std::ranges::find(house.ignored, entry.path().filename().string()) == house.ignored.end()) add(entry);
  for (const auto& folder : house.folders)
    if (fs::exists(root / folder))
      for (const auto& entry : fs::recursive_directory_iterator(root / folder)) add(entry);
  return tree;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_c_family(const std::string& path) {
  static const std::set<std::string> extensions{".c", ".h", ".cpp", ".hpp"};
  return extensions.contains(fs::path(path).extension());
}

bool is_compiled(const std::string& path) {
  static const std::set<std::string> extensions{".c", ".cpp", ".f", ".f90", ".F90"};
  return extensions.contains(fs::path(path).extension());
}

bool is_source(const std::string& path) { return is_c_family(path) || is_compiled(path); }

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().generic_string(); }

}  // namespace het::architecture
