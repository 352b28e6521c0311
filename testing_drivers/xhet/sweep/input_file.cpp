#include <fmt/format.h>

#include <sstream>

#include "testing_drivers/xhet/sweep/command_line.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

// Lines of values; what follows the expected number of values on a line is a comment.
class InputFile {
 public:
  explicit InputFile(const std::string& path) : path_(path), stream_(text_or_error(path)) {
    next_line("first title");
    next_line("second title");
  }

  // `count` values of one line, joined by commas, for the parsers of the command line.
  std::string values(const std::string& what, int count) {
    std::istringstream line(next_line(what));
    std::string joined, value;
    for (int v = 0; v < count; ++v) {
      if (!(line >> value))
        throw InputError{fmt::format("{}: {} of {} given, {} needed", where(), v, what, count)};
      joined += (v > 0 ? "," : "") + value;
    }
    return joined;
  }
  std::string value(const std::string& what) { return values(what, 1); }
  int count(const std::string& what) {
    const std::string number = value("number of " + what);
    return parse_integer(where() + ": number of " + what, number, 1);
  }
  // A line with a number, then a line with as many values.
  std::string counted(const std::string& what) {
    const int number = count(what);
    return values(what, number);
  }
  std::string where() const { return fmt::format("{}, line {}", path_, line_); }

 private:
  std::string next_line(const std::string& what) {
    std::string line;
    ++line_;
    if (!std::getline(stream_, line))
      throw InputError{fmt::format("{}: {} missing, the file ends", where(), what)};
    return line;
  }

  std::string path_;
  std::istringstream stream_;
  int line_ = 0;
};

std::vector<ProblemSize> read_sizes(const DriverSpec& spec, InputFile& file) {
  const int count = file.count("problem sizes");
  const auto read = [&](const char* name, int least) {
    const std::string values = file.values(fmt::format("values of {}", name), count);
    return parse_integers(file.where() + ": " + name, values, least);
  };
  const auto given = [&](char size) { return spec.sizes.find(size) != std::string::npos; };
  const auto m = given('m') ? read("M", 1) : std::vector<int>();
  const auto n = read("N", 1);
  const auto k = given('k') ? read("K", 0) : std::vector<int>();
  return sizes_of(m, n, k);
}

std::vector<GridShape> read_grids(InputFile& file) {
  const int count = file.count("process grids");
  const auto read = [&](const char* name) {
    const std::string values = file.values(fmt::format("values of {}", name), count);
    return parse_integers(file.where() + ": " + name, values, 1);
  };
  const auto p = read("P"), q = read("Q");
  std::vector<GridShape> grids;
  for (std::size_t at = 0; at < p.size(); ++at) grids.push_back({p[at], q[at]});
  return grids;
}

}  // namespace

void read_input_file(const DriverSpec& spec, const std::string& path, DriverOptions& options) {
  InputFile file(path);
  const std::string types = file.counted("types");
  options.types = parse_types(file.where(), types);
  options.sizes = read_sizes(spec, file);
  for (const WordOption& word : spec.words) {
    const std::string values = file.counted(word.plural);
    options.words[word.name] = parse_words(file.where(), values, word.allowed);
  }
  const std::string nbs = file.counted("values of NB");
  options.nbs = parse_integers(file.where() + ": NB", nbs, 1);
  options.grids = read_grids(file);
  const std::string modes = file.counted("modes");
  options.modes = parse_modes(file.where(), modes);
  const std::string reps = file.value("repetitions");
  options.reps = parse_integer(file.where() + ": repetitions", reps, 1);
  const std::string check = file.value("check flag");
  if (check != "T" && check != "F")
    throw InputError{fmt::format("{}: '{}' is neither T nor F", file.where(), check)};
  options.check = check == "T";
}

}  // namespace het::testing
