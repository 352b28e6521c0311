#pragma once
// The commands of hetplan. Each adds itself to the command line and runs when it is chosen; a wrong value
// throws Error.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace het {

void add_grid_command(CLI::App& app);
void add_line_command(CLI::App& app);

inline constexpr const char* cycle_times_help =
    "list (1,2,3,6 or 4*1,4*2.2), or file of 'hostname cycle-time'";

// The cycle-times in a list, or in the file of lines "hostname cycle-time" that the text names.
std::vector<double> cycle_times_from(const std::string& list_or_file);

}  // namespace het
