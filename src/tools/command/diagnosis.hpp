#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace het {

// A first word that is no command, which CLI11 would take for one that is missing; empty where it is one.
std::string unknown_command(const CLI::App& app, int argc, const char* const* argv);

// Why CLI11 refused a command line: the word that is wrong, and what may stand there.
std::string diagnosis(const CLI::App& app, int argc, const char* const* argv, const CLI::ParseError& error);

}  // namespace het
