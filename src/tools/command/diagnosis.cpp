#include "src/tools/command/diagnosis.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace het {
namespace {

std::string commands_of(const CLI::App& app) {
  std::string known;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    known += (known.empty() ? "" : ", ") + command->get_name();
  return known;
}

const CLI::App* command_of(const CLI::App& app, std::string_view name) {
  for (const CLI::App* command : app.get_subcommands(nullptr))
    if (command->get_name() == name) return command;
  return nullptr;
}

// The words behind the command, one after the other; text of the first that is wrong, or empty.
std::string wrong_word(const CLI::App& command, int argc, const char* const* argv) {
  std::set<const CLI::Option*> given;
  auto files = command.get_options([](const CLI::Option* option) { return option->get_positional(); }).size();
  for (int k = 2; k < argc; ++k) {
    const std::string word = argv[k], name = word.substr(0, word.find('='));
    const CLI::Option* option = word.starts_with("-") ? command.get_option_no_throw(name) : nullptr;
    if (option == nullptr && !word.starts_with("-") && files > 0) {
      --files;
      continue;
    }
    if (option == nullptr)
      return fmt::format("'{}' is not expected; hetplan {} --help lists what is", word, command.get_name());
    if (!given.insert(option).second) return fmt::format("{} is given twice; once is allowed", name);
    const bool flag = option->get_items_expected_max() == 0, with_value = name != word;
    if (flag && with_value)
      return fmt::format("{} takes no value; '{}' is given", name, word.substr(name.size() + 1));
    if (flag || (with_value && name.size() + 1 < word.size())) continue;
    if (with_value || ++k == argc || command.get_option_no_throw(argv[k]) != nullptr)
      return fmt::format("{} needs a value: {} {}", name, name, option->get_option_text());
  }
  return "";
}

}  // namespace

std::string unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-' || command_of(app, argv[1]) != nullptr) return "";
  return fmt::format("'{}' is no subcommand; there are {}", argv[1], commands_of(app));
}

std::string diagnosis(const CLI::App& app, int argc, const char* const* argv, const CLI::ParseError& error) {
  const CLI::App* command = argc < 2 ? nullptr : command_of(app, argv[1]);
  if (command == nullptr && argc < 2)
    return fmt::format("a subcommand is needed; there are {}", commands_of(app));
  if (command == nullptr) return fmt::format("'{}' is not expected; hetplan --help lists what is", argv[1]);
  if (std::string wrong = wrong_word(*command, argc, argv); !wrong.empty()) return wrong;
  const std::string text = error.what();
  const std::string_view excludes = " excludes ";
  const auto at = text.find(excludes);
  if (at == std::string::npos) return fmt::format("{}: {}", command->get_name(), text);
  return fmt::format("{} and {} exclude each other; give one of them", text.substr(0, at),
                     text.substr(at + excludes.size()));
}

}  // namespace het
