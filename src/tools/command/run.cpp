#include "src/tools/command/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "src/base/error.hpp"
#include "src/base/text/message.hpp"
#include "src/tools/command/commands.hpp"
#include "src/tools/command/diagnosis.hpp"
#include "src/tools/help/help_format.hpp"
#include "src/tools/input/numbers.hpp"

namespace het {
namespace {

constexpr int output_lost = 1, bad_input = 2;
constexpr std::string_view colour_names[] = {"auto", "always", "never"};

int refuse(std::FILE* err, std::string_view why) {
  tell(err, "hetplan", why);
  return bad_input;
}

int write(std::FILE* out, std::FILE* err, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), out);
  const std::string lost = why_lost(out);
  if (lost.empty()) return 0;
  tell(err, "hetplan", lost);
  return output_lost;
}

// In small or capital letters.
bool ends_with(const std::string& file, std::string ending) {
  std::string last = std::filesystem::path(file).extension().string();
  std::ranges::transform(last, last.begin(), [](unsigned char c) { return std::tolower(c); });
  return last == ending;
}

// By any name, also where there is no such file yet.
bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code none;
  const auto place = [&](const std::string& file) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file, none), none);
  };
  return place(a) == place(b) || std::filesystem::equivalent(a, b, none);
}

bool is_colour_terminal(std::FILE* out) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(fileno(out)) && !(no_colour && *no_colour) && terminal &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& value, const std::string& left,
                      const std::string& help) {
  return app.add_option(name, value, help)->option_text(left)->each([name, left](const std::string& text) {
    require(!text.empty(), "{} is empty; it needs a value: {} {}", name, name, left);
  });
}

void add_pictures(CLI::App& app, PictureFiles& files, const std::string& draw) {
  const auto add = [&](const char* name, std::string& value, const char* kind) {
    add_text(app, name, value, fmt::format("FILE{}", kind), fmt::format("{} into this file", draw))
        ->each([name, kind](const std::string& file) {
          require(ends_with(file, kind), "{} '{}' is no name of such a picture; it must end with {}", name,
                  file, kind);
        });
  };
  add("--svg", files.svg, ".svg");
  add("--png", files.png, ".png");
}

void draw(const PictureFiles& files, const DrawingMaker& picture) {
  if (!files.svg.empty()) write_svg(files.svg, picture);
  if (!files.png.empty()) write_png(files.png, picture);
}

void require_apart(const PictureFiles& files, const std::string& input) {
  for (const auto& [name, file] : {std::pair("--svg", files.svg), std::pair("--png", files.png)})
    require(!is_same_file(file, input), "{} {} would be written over what is read", name, file);
  require(!is_same_file(files.svg, files.png), "--svg and --png name the same file, {}", files.svg);
}

void add_flag(CLI::App& app, const std::string& name, bool& value, const std::string& help) {
  app.add_flag(name, value, help)->disable_flag_override();
}

void add_colour_option(CLI::App& app, std::string& value) {
  add_text(app, "--color", value, "WHEN", "auto (on a terminal, unless NO_COLOR is set), always or never");
}

bool wants_colour(const std::string& value, const Console& console) {
  const std::size_t choice = parse_choice("--color", value, colour_names);
  return choice == 0 ? console.colour_terminal : choice == 1;
}

int run_hetplan(int argc, const char* const* argv, std::FILE* out, std::FILE* err) {
  CLI::App app(
      "Plans of heterogeneous process grids: who sits where, who gets how much, and how well that can work.",
      "hetplan");
  app.formatter(std::make_shared<HelpFormat>());
  app.require_subcommand(1);
  app.set_version_flag("--version", HET_VERSION, "print the version");
  Console console{is_colour_terminal(out), ""};
  add_grid_command(app, console);
  add_line_command(app, console);
  add_report_command(app, console);
  for (CLI::App* command : app.get_subcommands(nullptr))
    command->set_version_flag("--version", HET_VERSION, "print the version");
  try {
    if (const std::string wrong = unknown_command(app, argc, argv); !wrong.empty()) return refuse(err, wrong);
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    console.text = app.help();
  } catch (const CLI::CallForVersion& version) {
    console.text = std::string(version.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    return refuse(err, diagnosis(app, argc, argv, error));
  } catch (const std::bad_alloc&) {
    return refuse(err, "there is not enough memory for a plan of this size");
  } catch (const std::exception& error) {
    return refuse(err, error.what());
  }
  for (const std::string& warning : console.warnings) tell(err, "hetplan", warning);
  return write(out, err, console.text);
}

}  // namespace het
