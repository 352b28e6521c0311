#include "testing_drivers/xhet/sweep/command_line.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>

#include "src/base/text/message.hpp"
#include "src/tools/help/help_format.hpp"
#include "testing_drivers/support/option_words.hpp"

namespace het::testing {
namespace {

// Where only some processes may have noticed: the others would wait for them.
void abort_without_memory(const std::string& name) {
  tell(stderr, name, "not enough memory");
  MPI_Abort(MPI_COMM_WORLD, 2);
}

int code_of(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& body) {
  try {
    return body(argc, argv);
  } catch (const HelpRequest& help) {
    if (speaks()) std::fputs(help.text.c_str(), stdout);
    return 0;
  } catch (const InputError& error) {
    if (speaks()) tell(stderr, name, error.text);
    return 2;
  } catch (const std::bad_alloc&) {
    abort_without_memory(name);
  } catch (const std::length_error&) {
    abort_without_memory(name);
  } catch (const std::system_error& error) {
    // One process prints, and the others may be at the next call.
    tell(stderr, name, std::ferror(stdout) ? why_lost(stdout) : error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return 2;
}

}  // namespace

bool speaks() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

void tell_overruled(const std::string& program, const char* variable, const std::string& option) {
  const char* const value = std::getenv(variable);
  if (!value || !*value || !speaks()) return;
  tell(stderr, program, fmt::format("{}={} is not read here: {} decides", variable, value, option));
}

bool fits_memory(const std::function<void()>& make) {
  try {
    make();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  } catch (const std::length_error&) {
    return false;
  }
}

void require_memory(MPI_Comm comm, const std::string& what, const std::function<void()>& make) {
  int fits = fits_memory(make) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, comm);
  if (fits == 0) throw InputError{fmt::format("not enough memory for {}", what)};
}

void parse_command_line(CLI::App& app, int argc, char** argv) {
  refuse_misplaced_values(app);
  app.formatter(std::make_shared<HelpFormat>());
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    throw HelpRequest{app.help()};
  } catch (const CLI::CallForVersion& version) {
    throw HelpRequest{std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    throw InputError{in_words(error)};
  }
}

int run_program(const std::string& name, int argc, char** argv, const std::function<int(int, char**)>& body) {
  hold_closed_output();
  MPI_Init(&argc, &argv);
  int code = code_of(name, argc, argv, body);
  if (const std::string lost = why_lost(stdout); !lost.empty()) {
    tell(stderr, name, lost);
    code = std::max(code, 1);
  }
  MPI_Finalize();
  return code;
}

}  // namespace het::testing
