#include "testing_drivers/hetrun/run/program_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

namespace het::run {
namespace {

namespace fs = std::filesystem;

// Where the program may lie, in the order of the search.
std::vector<fs::path> places_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return {program};
  std::vector<fs::path> places;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) places.push_back(fs::path(folder) / program);
  places.push_back(fs::path(".") / program);
  return places;
}

}  // namespace

void require_startable(const std::string& program) {
  bool found = false;
  for (const fs::path& place : places_of(program)) {
    std::error_code ignored;  // a folder that may not be read has no program for us
    const bool folder = fs::is_directory(place, ignored);
    if (!folder && access(place.c_str(), X_OK) == 0) return;
    found = found || fs::exists(place, ignored);
  }
  if (found) throw CannotStart(126, fmt::format("{}: is no program that may be executed", program));
  throw CannotStart(127, fmt::format("{}: no such program", program));
}

}  // namespace het::run
