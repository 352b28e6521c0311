#include "src/tools/command/help_format.hpp"

#include <sstream>

#include "src/tools/words/wrapped.hpp"

namespace het {
namespace {

constexpr std::size_t help_width = 79, option_width = 26;

}  // namespace

HelpFormat::HelpFormat() { column_width(option_width); }

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option), help_width - option_width);
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  return wrapped(CLI::Formatter::make_description(app), help_width) + "\n";
}

std::string HelpFormat::make_subcommand(const CLI::App* sub) const {
  std::stringstream out;
  CLI::detail::format_help(out, sub->get_name(), wrapped(sub->get_description(), help_width - option_width),
                           option_width);
  return out.str();
}

}  // namespace het
