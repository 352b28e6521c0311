#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace het {

// Help in 80 columns: descriptions are wrapped beside the options, of which no more is said than what value they take.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_subcommand(const CLI::App* sub) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace het
