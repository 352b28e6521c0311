#include "testing_drivers/hetrun/simulate/driver_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

namespace fs = std::filesystem;

bool is_simulated(const fs::path& program) {
  std::ifstream in(program, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return text.starts_with("\177ELF") && text.find("libsimgrid") != std::string::npos;
}

fs::path checked(const fs::path& program) {
  if (!is_simulated(program))
    throw UsageError(
        fmt::format("{}: not a simulated build (cmake --preset smpi makes those)", program.string()));
  return fs::absolute(program);
}

bool is_program(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && access(path.c_str(), R_OK) == 0;
}

}  // namespace

std::string simulated_driver(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (!is_program(name)) throw UsageError(fmt::format("{}: no such program", name));
    return checked(name).string();
  }
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  fs::path other;  // of this name, but not simulated
  const fs::path installed = (here / HETRUN_LIBRARY_FOLDER / "hetscalapack").lexically_normal();
  for (const fs::path& folder :
       {here, installed, here / "../../build-smpi/bin", fs::path("build-smpi/bin")}) {
    const fs::path program = folder / name;
    if (!is_program(program)) continue;
    if (is_simulated(program)) return fs::absolute(program).lexically_normal().string();
    other = program;
  }
  if (!other.empty()) checked(other);
  throw UsageError(fmt::format(
      "{}: no such driver in {}, {} or build-smpi/bin; the sources' cmake --preset smpi, cmake --build "
      "--preset smpi and cmake --install build-smpi make and install those",
      name, here.string(), installed.string()));
}

void require_smpirun() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / "smpirun").c_str(), X_OK) == 0) return;
  throw UsageError("--simulate: no smpirun on the PATH; it belongs to SimGrid (Debian's libsimgrid-dev)");
}

}  // namespace het::run
