#include "tests/architecture/rules.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <sstream>

namespace het::architecture {
namespace {

// Programs as users write them: compiled where they lie, with the files beside them.
constexpr const char* examples = "testing_drivers/examples";

// Calls visit(line, number) for each line of the text, numbers from 1.
void for_each_line(const std::string& text, const std::function<void(const std::string&, int)>& visit) {
  std::istringstream in(text);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) visit(line, number);
}

// Calls visit(name, line number) for each #include of the file.
void for_each_include(const SourceFile& file, const std::function<void(const std::string&, int)>& visit) {
  static const std::regex directive(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  for_each_line(file.directives, [&](const std::string& line, int number) {
    std::smatch match;
    if (std::regex_search(line, match, directive)) visit(match[1], number);
  });
}

// The path from the root that an include name stands for; empty for a header of another project.
std::string path_of_include(const House& house, const Tree& tree, const std::string& name) {
  if (house.room_of(name) || tree.contains(name)) return name;
  if (name.starts_with("hetscalapack/")) return "include/" + name;
  return {};
}

// The lines of the C and C++ files of a room kind in which the pattern is found, literals and comments left
// out.
Violations lines_with(const Tree& tree, const std::regex& pattern,
                      const std::function<bool(const std::string&)>& is_meant, const std::string& what) {
  Violations found;
  for (const auto& [path, file] : tree) {
    if (!is_c_family(path) || !is_meant(path)) continue;
    for_each_line(file.code, [&, &path = path](const std::string& line, int number) {
      if (std::regex_search(line, pattern)) found.push_back({path, number, what});
    });
  }
  return found;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Violation& violation) {
  return out << violation.file << ':' << violation.line << ": " << violation.what;
}

Violations includes_run_downward(const House& house, const Tree& tree) {
  Violations found;
  for (const auto& [path, file] : tree) {
    if (!is_source(path)) continue;
    const Room* room = house.room_of(path);
    if (!room) {
      found.push_back({path, 0, "stands in no room of rooms.toml"});
      continue;
    }
    for_each_include(file, [&, &path = path](const std::string& name, int line) {
      const auto target = path_of_include(house, tree, name);
      if (target.empty()) {
        if (tree.contains(folder_of(path) + "/" + name) && !folder_of(path).starts_with(examples))
          found.push_back({path, line, "includes " + name + " by a path that does not start at the root"});
        return;
      }
      const Room* other = house.room_of(target);
      if (!tree.contains(target))
        found.push_back({path, line, "includes " + name + ", which does not exist"});
      else if (other && !room->reach.contains(other->name))
        found.push_back({path, line, room->name + " may not include " + other->name + " (" + name + ")"});
    });
  }
  return found;
}

Violations includes_make_no_circles(const House& house, const Tree& tree) {
  const auto unit_of = [](const std::string& path) { return path.substr(0, path.find_last_of('.')); };
  std::map<std::string, std::set<std::string>> needs;  // by unit, with what those need in turn
  for (const auto& [path, file] : tree)
    if (is_c_family(path))
      for_each_include(file, [&, &path = path](const std::string& name, int) {
        const auto target = path_of_include(house, tree, name);
        if (tree.contains(target) && unit_of(target) != unit_of(path))
          needs[unit_of(path)].insert(unit_of(target));
      });
  for (const auto& [middle, beyond] : needs)  // Warshall's closure
    for (auto& [unit, needed] : needs)
      if (unit != middle && needed.contains(middle)) needed.insert(beyond.begin(), beyond.end());
  Violations found;
  std::set<std::string> told;
  for (const auto& [unit, needed] : needs) {
    if (!needed.contains(unit) || told.contains(unit)) continue;
    std::string circle;
    for (const auto& other : needed)
      if (needs.contains(other) && needs.at(other).contains(unit)) {
        told.insert(other);
        circle += " " + other;
      }
    found.push_back({unit, 0, "needs itself by a circle of #include lines through" + circle});
  }
  return found;
}

Violations pure_rooms_stay_pure(const House& house, const Tree& tree) {
  Violations found;
  for (const auto& [path, file] : tree) {
    const Room* room = house.room_of(path);
    if (!is_c_family(path) || !room || !room->pure) continue;
    for_each_include(file, [&, &path = path](const std::string& name, int line) {
      if (std::regex_match(name, house.parallel_headers))
        found.push_back({path, line, "pure room " + room->name + " includes " + name});
    });
  }
  return found;
}

Violations foreign_symbols_stay_in_bindings(const House& house, const Tree& tree) {
  return lines_with(
      tree, house.foreign_symbols,
      [&](const std::string& path) {
        const Room* room = house.room_of(path);
        return room && !room->foreign_symbols;
      },
      "names a symbol of BLAS, LAPACK, BLACS or ScaLAPACK");
}

Violations types_are_defined_once(const House& house, const Tree& tree) {
  static const std::regex definition(R"(^(?:struct|class|union|enum(?: class)?) (\w+)[^;]*\{)");
  std::map<std::string, std::string> header_of;
  Violations found;
  for (const auto& [path, file] : tree) {
    const Room* room = house.room_of(path);
    if (!path.ends_with(".hpp") || !room || room->world == World::any) continue;
    for_each_line(file.code, [&, &path = path](const std::string& line, int number) {
      std::smatch match;
      if (!std::regex_search(line, match, definition)) return;
      const auto [known, is_new] = header_of.emplace(match[1], path);
      if (!is_new && known->second != path)
        found.push_back({path, number, "defines " + known->first + ", as " + known->second + " does"});
    });
  }
  return found;
}

Violations world_is_not_used(const House& house, const Tree& tree) {
  static const std::regex any_use(R"(^(?!.*MPI_Abort\s*\().*\bMPI_COMM_WORLD\b)");
  static const std::regex not_for_ranks(
      R"(^(?!.*MPI_(Abort|Comm_rank|Comm_size|Comm_group|Comm_get_attr)\s*\().*\bMPI_COMM_WORLD\b)");
  const auto in_rooms = [&](World world) {
    return [&house, world](const std::string& path) {
      const Room* room = house.room_of(path);
      return room && room->world == world;
    };
  };
  Violations found = lines_with(tree, any_use, in_rooms(World::forbidden), "uses MPI_COMM_WORLD");
  const Violations more = lines_with(tree, not_for_ranks, in_rooms(World::rank), "uses MPI_COMM_WORLD");
  found.insert(found.end(), more.begin(), more.end());
  return found;
}

Violations folders_are_small(const House& house, const Tree& tree) {
  std::map<std::string, std::size_t> count;
  for (const auto& [path, file] : tree)
    if (is_source(path) && house.room_of(path)) ++count[folder_of(path)];
  Violations found;
  for (const auto& [folder, files] : count)
    if (files > house.max_files_per_folder)
      found.push_back({folder, 0,
                       "holds " + std::to_string(files) + " source files, more than " +
                           std::to_string(house.max_files_per_folder) + ": it wants a folder inside"});
  return found;
}

Violations files_are_built(const House& house, const Tree& tree, const std::string& compile_commands) {
  // What a list may call the file: a path that ends in its name, after a space, a bracket or a variable and
  // '/'.
  const auto names = [](const std::string& text, const std::string& name) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const unsigned char before = at == 0 ? ' ' : static_cast<unsigned char>(text[at - 1]);
      if (!std::isalnum(before) && before != '_' && before != '-' && before != '.') return true;
    }
    return false;
  };
  const auto is_built = [&](const std::string& path) {
    if (compile_commands.find("/" + path + "\"") != std::string::npos) return true;
    for (const auto& [list, file] : tree) {
      const auto folder = folder_of(list);
      const bool is_list =
          list.ends_with("CMakeLists.txt") && (folder.empty() || path.starts_with(folder + "/"));
      if (is_list && names(file.text, folder.empty() ? path : path.substr(folder.size() + 1))) return true;
      if (folder == "cmake" && names(file.text, path)) return true;
    }
    return false;
  };
  Violations found;
  for (const auto& [path, file] : tree)
    if (is_compiled(path) && house.room_of(path) && !is_built(path))
      found.push_back({path, 0, "is not built"});
  return found;
}

Violations lines_are_short(const House& house, const Tree& tree) {
  const auto is_continuation = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
  Violations found;
  for (const auto& [path, file] : tree) {
    const bool markdown = path.ends_with(".md"), python = path.ends_with(".py"),
               cmake = path.ends_with("CMakeLists.txt") || path.ends_with(".cmake");
    if (!markdown && !python && !cmake && !is_source(path)) continue;
    for_each_line(file.text, [&, &path = path](const std::string& line, int number) {
      const auto characters =
          line.size() - static_cast<std::size_t>(std::ranges::count_if(line, is_continuation));
      if (characters > house.longest_line && !(markdown && line.starts_with("|")))
        found.push_back({path, number, "is longer than " + std::to_string(house.longest_line)});
    });
  }
  return found;
}

Violations no_machine_paths(const House& house, const Tree& tree) {
  Violations found;
  for (const auto& [path, file] : tree)
    for_each_line(file.text, [&, &path = path](const std::string& line, int number) {
      if (std::regex_search(line, house.machine_path))
        found.push_back({path, number, "names a path of one machine"});
    });
  return found;
}

}  // namespace het::architecture
