#include "blacs_het/grid/config.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "blacs_het/grid/variable_names.hpp"
#include "src/base/error.hpp"
#include "src/base/precision.hpp"
#include "src/base/text/message.hpp"
#include "src/base/text/parse_number.hpp"
#include "src/base/text/text_file.hpp"
#include "src/model/routine_kind.hpp"

namespace het {
namespace {

const std::string prefix = "HETSCALAPACK_";
// The last two are read elsewhere, by each process for itself.
constexpr const char* names[] = {
    "MODE",  "CYCLE_TIMES", "GRID",         "ROUTINES",  "VERBOSE",          "REPORT",
    "TRACE", "PROGRESS",    "MEMORY_LIMIT", "SCALAPACK", "HANDSHAKE_SECONDS"};
// Variables that begin alike and are no settings: of hetrun --simulate, of builds, and of sites that install the
// library.
constexpr std::string_view others =
    "SIM_COPY SIM_DRY SIM_HALF_K SIM_LEVEL2 SIM_LOOK "
    "BLAS_LIBS FORTRAN_MODULE INC LIBDIR LIBS LIBS_STATIC PREFIX SANITIZE SCALAPACK_LIBS SCALAPACK_SONAME "
    "SIMGRID SMPI SMPIRUN SMPI_INCLUDE SMPI_SCALAPACK TOOLS WERROR "
    "BASE BIN DIR HOME INCLUDE LIB PATH ROOT VERSION";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> items;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, separator);) items.push_back(item);
  return items;
}

// They quote what the user wrote, whatever that is.
void add_fault(ParsedConfig& parsed, const std::string& fault) {
  parsed.faults += (parsed.faults.empty() ? "" : "; ") + one_line(fault);
}

// A value as a shell would have to be given it, so that a blank is seen.
std::string in_shell(const std::string& value) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,*@%+=-";
  return value.find_first_not_of(plain) == std::string::npos ? value : fmt::format("'{}'", value);
}

void parse_mode(const std::string& text, Config& config) {
  const std::map<std::string, Mode> modes{
      {"auto", Mode::automatic}, {"always", Mode::always}, {"never", Mode::never}};
  require(modes.contains(text), "must be auto, always or never");
  config.mode = modes.at(text);
}

// `file`: of that name, where it was looked for.
void parse_cycle_time_setting(const std::string& text, const std::optional<TextFile>& file, Config& config) {
  if (text == "measure") return;
  config.cycle_times_text = text;
  if (file && file->why.empty()) {
    std::istringstream stream(file->text);
    config.host_cycle_times = parse_cycle_time_file(stream, text);
  } else {
    const std::string why = file ? fmt::format("file '{}' {}", text, file->why) : "it was not read";
    config.cycle_times = parse_list_not_file(text, why, "measure");
  }
}

// What may follow a grid, each once: a method of the planner, an order of blocks.
struct PlanWords {
  bool method = false, order = false;
};
void parse_plan_word(const std::string& word, PlanWords& settled, Config& config) {
  std::vector<std::string_view> methods;
  for (const Method each : all_methods()) methods.push_back(method_name(each));
  const auto method = method_named(word);
  const auto order = block_order_named(word);
  require(!(method && settled.method) && !(order && settled.order), "'{}' is one {} too many", word,
          method ? "method" : "order of blocks");
  if (method) {
    settled.method = true, config.method = *method;
  } else if (order) {
    settled.order = true, config.order = *order;
  } else {
    throw Error(fmt::format("'{}' is no method ({}) nor order of blocks ({})", word, fmt::join(methods, ", "),
                            fmt::join(block_order_names, ", ")));
  }
}

// "auto", "caller", "3x3", "3x3:natural", "3x3:best:cyclic"
void parse_grid(const std::string& text, Config& config) {
  if (text == "auto") return;
  config.in_place = text == "caller";
  if (config.in_place) return;
  const auto words = split(text, ':');
  const std::string shape = words.empty() ? "" : words[0];
  require(shape != "auto" && shape != "caller", "nothing may follow {}", shape);
  const auto sides = split(shape, 'x');
  const Extent p = sides.size() == 2 ? parse_number<Extent>(sides[0]).value_or(0) : 0;
  const Extent q = sides.size() == 2 ? parse_number<Extent>(sides[1]).value_or(0) : 0;
  constexpr Extent most = 1'000'000;
  require(p >= 1 && q >= 1,
          "must be auto, caller, or PxQ with positive P and Q and a small x, as in 2x2 or 2x2:best:cyclic");
  require(p <= most && q <= most && p * q <= most, "{} has more than {} processes", shape, most);
  require(text.back() != ':', "a method or an order of blocks is missing behind the last ':'");
  config.grid = {static_cast<int>(p), static_cast<int>(q)};
  PlanWords settled;
  for (std::size_t word = 1; word < words.size(); ++word) parse_plan_word(words[word], settled, config);
}

// "pdgetrf" is of the family getrf.
std::string family_of(const std::string& routine) {
  const bool has_precision =
      routine.size() > 2 && routine[0] == 'p' && precision_letters.find(routine[1]) != std::string_view::npos;
  return has_precision ? routine.substr(2) : routine;
}

// What an item of the list names, in lower case and without what people put around it; names like lu are families.
std::string routine_named(std::string item) {
  std::transform(item.begin(), item.end(), item.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::erase(item, ' ');
  if (item.ends_with('_')) item.pop_back();
  const auto kind = routine_kind_named(item);
  return kind ? std::string(family_name(*kind)) : item;
}

void parse_routines(const std::string& text, Config& config) {
  static const std::set<std::string> families = [] {
    std::set<std::string> all{"gemr2d"};
    for (const RoutineKind kind : all_routine_kinds) all.emplace(family_name(kind));
    return all;
  }();
  for (const std::string& item : split(text, ',')) {
    const std::string word = routine_named(item);
    const bool refused = word.starts_with('-');
    const std::string routine = refused ? routine_named(word.substr(1)) : word;
    require(
        families.contains(family_of(routine)) || word == "all",
        "'{}' is not allowed: all, {} (solvers call these), one precision of them as in pdgemm, or -gemm ... "
        "to leave one to ScaLAPACK",
        item, fmt::join(families, ", "));
    if (word == "all") continue;
    if (refused)
      config.refused_routines.insert(routine);
    else
      (config.allowed_routines ? *config.allowed_routines : config.allowed_routines.emplace())
          .insert(routine);
  }
  const bool any = std::ranges::any_of(families, [&](const std::string& family) {
    return std::ranges::any_of(precision_letters,
                               [&](char type) { return config.takes(std::string("p") + type + family); });
  });
  require(any, "leaves every routine to ScaLAPACK; HETSCALAPACK_MODE=never says that");
}

void parse_verbose(const std::string& text, Config& config) {
  const auto level = parse_number<int>(text);
  require(level && *level >= 0 && *level <= 2, "must be 0, 1 or 2");
  config.verbose = *level;
}

void parse_progress(const std::string& text, Config& config) {
  constexpr double most = 1e9;
  const auto seconds = parse_number<double>(text);
  require(seconds && *seconds >= 0 && *seconds <= most,
          "must be a number of seconds from 0 (no progress line) to {:g}", most);
  config.progress = *seconds;
}

// Of the unit behind a number of bytes: its factor is 2^shift. None where it is no unit.
std::optional<int> shift_of(std::string_view unit) {
  constexpr std::string_view units = "KMGT";
  if (unit.empty()) return 0;
  const auto place = unit.size() == 1 ? units.find(unit) : std::string_view::npos;
  return place == std::string_view::npos ? std::nullopt : std::optional(10 * static_cast<int>(place + 1));
}

void parse_memory_limit(const std::string& text, Config& config) {
  constexpr std::string_view allowed =
      "allowed are 1 to 1048576T: a whole number of bytes, or of K, M, G or T, as in 536870912, 512M or 2G";
  constexpr Extent most = Extent{1} << 60;
  const auto digits_end =
      std::min(text.find_first_not_of("0123456789", text.starts_with('-') ? 1 : 0), text.size());
  const std::string_view digits = std::string_view(text).substr(0, digits_end),
                         unit = std::string_view(text).substr(digits_end);
  const auto count = parse_number<Extent>(digits);
  require(count || is_beyond<Extent>(digits), "does not begin with a whole number; {}", allowed);
  require(!text.starts_with('-'), "is negative; {}", allowed);
  const auto shift = shift_of(unit);
  require(shift.has_value(), "'{}' is no unit of memory; {}", unit, allowed);
  require(count && *count <= most >> *shift, "is too large; {}", allowed);
  require(*count >= 1, "is too small; {}", allowed);
  config.memory_limit = *count << *shift;
  config.memory_limit_text = text;
}

// Seconds above 0 and below a limit; none where the text is something else.
constexpr double usual_handshake = 30, longest_handshake = 1e9;
std::optional<double> handshake_seconds_of(std::string_view text) {
  const auto seconds = parse_number<double>(text);
  return seconds && *seconds > 0 && *seconds < longest_handshake ? seconds : std::nullopt;
}

void judge_handshake(const std::string& text, ParsedConfig& parsed) {
  if (!handshake_seconds_of(text))
    parsed.warnings.push_back(
        fmt::format("{}HANDSHAKE_SECONDS={}: must be a number above 0 and below {:g}; {:g} is used", prefix,
                    in_shell(text), longest_handshake, usual_handshake));
}

// Without the prefix.
std::vector<std::string> unknown_variables() {
  static const std::vector<std::string> elsewhere = split(std::string(others), ' ');
  std::vector<std::string> unknown = variables_with(prefix);
  std::erase_if(unknown, [](const std::string& name) {
    return std::ranges::find(names, std::string_view(name)) != std::end(names) ||
           std::ranges::find(elsewhere, name) != elsewhere.end();
  });
  return unknown;
}

// Whoever surely means a setting, of which nobody knows what it was to be, had better not have calls taken.
void judge_unknown(const std::string& name, ParsedConfig& parsed) {
  if (const auto setting = meant(name, names))
    return add_fault(parsed, fmt::format("{}{} is no setting, {}{} is", prefix, name, prefix, *setting));
  const auto setting = nearest(name, names);
  parsed.warnings.push_back(
      setting ? fmt::format("{}{} is no setting, and ignored; is {}{} meant?", prefix, name, prefix, *setting)
              : fmt::format("{}{} is no setting, and ignored; settings are {}{}", prefix, name, prefix,
                            fmt::join(names, ", ")));
}

// It was to be a setting, but may also be somebody else's.
void judge_misspelled(const std::string& name, ParsedConfig& parsed) {
  if (const auto setting = meant_with(name, prefix, names))
    parsed.warnings.push_back(fmt::format("{} is no setting, and ignored; is {} meant?", name, *setting));
}

using nlohmann::json;

json json_of(const ToldSettings& told) {
  const Environment& environment = told.environment;
  json all = {{"settings", environment.settings},
              {"unknown", environment.unknown},
              {"misspelled", environment.misspelled},
              {"faults", told.faults}};
  if (const auto& file = environment.cycle_time_file)
    all["file"] = {{"text", file->text}, {"why", file->why}};
  return all;
}

ToldSettings told_in(const json& all) {
  ToldSettings told{{all["settings"], {}, all["unknown"], all["misspelled"]}, all["faults"]};
  if (const auto file = all.find("file"); file != all.end())
    told.environment.cycle_time_file = {(*file)["text"], (*file)["why"]};
  return told;
}

}  // namespace

bool Config::takes(const std::string& routine) const {
  const auto is_in = [&](const std::set<std::string>& list) {
    return list.contains(routine) || list.contains(family_of(routine));
  };
  return (!allowed_routines || is_in(*allowed_routines)) && !is_in(refused_routines);
}

double handshake_seconds() {
  const char* text = std::getenv("HETSCALAPACK_HANDSHAKE_SECONDS");
  return text ? handshake_seconds_of(text).value_or(usual_handshake) : usual_handshake;
}

Environment read_environment() {
  Environment environment;
  static const std::vector<std::string> variables = [] {
    std::vector<std::string> all;
    for (const char* name : names) all.push_back(prefix + name);
    return all;
  }();
  for (const std::string& variable : variables)
    if (const char* value = std::getenv(variable.c_str()); value && *value)
      environment.settings[variable.substr(prefix.size())] = value;
  environment.unknown = unknown_variables();
  environment.misspelled = variables_like(prefix, names);
  // Whether or not the value is a list of numbers: a file of that name comes first.
  const auto times = environment.settings.find("CYCLE_TIMES");
  if (times != environment.settings.end() && times->second != "measure")
    environment.cycle_time_file = text_of(times->second, largest_cycle_time_file);
  return environment;
}

ParsedConfig parse_config(const Environment& environment) {
  const auto& settings = environment.settings;
  ParsedConfig parsed;
  const auto setting = [&](const char* name, auto parse) {
    const auto it = settings.find(name);
    if (it == settings.end()) return;
    try {
      parse(it->second, parsed.config);
    } catch (const Error& error) {
      add_fault(parsed, fmt::format("{}{}={}: {}", prefix, name, in_shell(it->second), error.what()));
    }
  };
  for (const std::string& name : environment.unknown) judge_unknown(name, parsed);
  for (const std::string& name : environment.misspelled) judge_misspelled(name, parsed);
  if (const auto patience = settings.find("HANDSHAKE_SECONDS"); patience != settings.end())
    judge_handshake(patience->second, parsed);
  setting("MODE", parse_mode);
  setting("CYCLE_TIMES", [&](const std::string& text, Config& to) {
    parse_cycle_time_setting(text, environment.cycle_time_file, to);
  });
  setting("GRID", parse_grid);
  setting("ROUTINES", parse_routines);
  setting("VERBOSE", parse_verbose);
  setting("REPORT", [](const std::string& text, Config& to) { to.report = text; });
  setting("TRACE", [](const std::string& text, Config& to) { to.trace = text; });
  setting("PROGRESS", parse_progress);
  setting("MEMORY_LIMIT", parse_memory_limit);
  return parsed;
}

std::shared_ptr<const Settings> current_settings() {
  static std::shared_ptr<const Settings> latest;
  static SeenEnvironment seen(prefix);
  // A file may have changed where its name has not.
  const bool reads_file = latest && latest->environment.cycle_time_file;
  if (latest && !reads_file && seen.is_same()) return latest;
  auto environment = read_environment();
  if (!latest || latest->environment != environment) {
    ParsedConfig parsed = parse_config(environment);
    latest = std::make_shared<const Settings>(Settings{std::move(environment), std::move(parsed)});
  }
  seen.remember();
  return latest;
}

ToldSettings broadcast_settings(const Communicator& comm, const ToldSettings& told, int root) {
  // Bytes that are not text (a binary file named by mistake) are replaced; parsing then names them.
  std::string text;
  if (comm.rank() == root) text = json_of(told).dump(-1, ' ', false, json::error_handler_t::replace);
  Extent size = static_cast<Extent>(text.size());
  check_mpi(MPI_Bcast(&size, 1, MPI_INT64_T, root, comm.get()), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(size));
  check_mpi(MPI_Bcast(text.data(), message_bytes(size), MPI_CHAR, root, comm.get()), "MPI_Bcast");
  return told_in(json::parse(text));
}

}  // namespace het
