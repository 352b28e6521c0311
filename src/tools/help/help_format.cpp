#include "src/tools/help/help_format.hpp"

#include <sstream>

#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

constexpr std::size_t help_width = 79, option_width = 26;

}  // namespace

HelpFormat::HelpFormat() { column_width(option_width); }

std::string HelpFormat::make_option_opts(const CLI::Option* option) const {
  if (!option->get_option_text().empty()) return " " + option->get_option_text();
  if (option->get_type_size() == 0 || option->get_type_name().empty()) return "";
  const bool several = option->get_expected_max() == CLI::detail::expected_max_vector_size;
  const std::string usual = option->get_default_str();
  return " " + get_label(option->get_type_name()) + (usual.empty() ? "" : "=" + usual) +
         (several ? " ..." : "");
}

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

std::string HelpFormat::make_footer(const CLI::App* app) const {
  const std::string footer = wrapped(app->get_footer(), help_width);
  return footer.empty() ? footer : footer + "\n";
}

}  // namespace het
