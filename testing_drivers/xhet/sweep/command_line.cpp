#include "testing_drivers/xhet/sweep/command_line.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>

namespace het::testing {
namespace {

int code_of(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& body) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    return body(argc, argv);
  } catch (const HelpRequest& help) {
    if (rank == 0) fmt::print("{}", help.text);
    return 0;
  } catch (const InputError& error) {
    if (rank == 0) fmt::print(stderr, "{}: {}\n", name, error.text);
    return 2;
  }
}

}  // namespace

void parse_command_line(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    throw HelpRequest{app.help()};
  } catch (const CLI::CallForVersion& version) {
    throw HelpRequest{std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    throw InputError{error.what()};
  }
}

int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& body) {
  MPI_Init(&argc, &argv);
  const int code = code_of(name, argc, argv, body);
  MPI_Finalize();
  return code;
}

}  // namespace het::testing
