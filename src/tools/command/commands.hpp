#pragma once
// The commands of hetplan. Each adds itself to the command line and runs when it is chosen; a wrong value
// throws Error.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "src/tools/picture/drawing.hpp"

namespace het {

// Where a command writes: its text is printed when all of it is known, warnings as lines of standard error before it.
struct Console {
  bool colour_terminal = false;  // what --color auto means
  std::string text;
  std::vector<std::string> warnings = {};
};

void add_grid_command(CLI::App& app, Console& console);
void add_line_command(CLI::App& app, Console& console);
void add_report_command(CLI::App& app, Console& console);

inline constexpr const char* cycle_times_help =
    "list (1,2,3,6 or 4*1,4*2.2), file of lines 'hostname cycle-time', or a report that the library wrote";

// A text option: `left` is how the help shows its value.
CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& value, const std::string& left,
                      const std::string& help);

// Files that a command draws into; empty: none.
struct PictureFiles {
  std::string svg, png;
  bool any() const { return !svg.empty() || !png.empty(); }
};
// Adds --svg and --png, which "draw" what is drawn. A name that ends with anything else is wrong: it may be that of a report,
// which would be overwritten.
void add_pictures(CLI::App& app, PictureFiles& files, const std::string& draw);
void draw(const PictureFiles& files, const DrawingMaker& picture);
// Throws Error where a picture would be written over the other one or over the file that a command reads; `input` names it,
// or is something else, a list.
void require_apart(const PictureFiles& files, const std::string& input);

// A switch, which takes no value.
void add_flag(CLI::App& app, const std::string& name, bool& value, const std::string& help);

// Adds --color; decides whether the console's text has colour.
void add_colour_option(CLI::App& app, std::string& value);
bool wants_colour(const std::string& value, const Console& console);

}  // namespace het
