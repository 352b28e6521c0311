#include <memory>
#include <utility>

#include "src/base/error.hpp"
#include "src/tools/command/commands.hpp"
#include "src/tools/input/numbers.hpp"
#include "src/tools/report/report_json.hpp"
#include "src/tools/report/report_picture.hpp"
#include "src/tools/report/report_text.hpp"

namespace het {
namespace {

struct ReportOptions {
  std::string file, call, colour = "auto";
  PictureFiles pictures;
  bool json = false;
};

std::string one_call(const ReportOptions& options, const CallReport& call, bool colour) {
  draw(options.pictures, picture_of(call));
  return options.json ? call_json(call).dump() + "\n" : call_text(call, colour);
}

std::string all_calls(const ReportOptions& options, const Overview& overview, bool colour) {
  draw(options.pictures, picture_of(overview));
  return options.json ? overview_json(overview).dump() + "\n" : overview_text(overview, colour);
}

void run_report(const ReportOptions& options, Console& console) {
  const bool colour = wants_colour(options.colour, console);
  require_apart(options.pictures, options.file);
  auto [calls, left_out] = read_calls(options.file);
  console.warnings = std::move(left_out);
  const auto last = static_cast<Extent>(calls.size());
  const Extent chosen = !options.call.empty() ? parse_whole("--call", options.call, 1, last)
                        : last == 1           ? 1
                                              : 0;
  console.text = chosen > 0 ? one_call(options, calls[static_cast<std::size_t>(chosen - 1)], colour)
                            : all_calls(options, overview_of(calls), colour);
}

}  // namespace

void add_report_command(CLI::App& app, Console& console) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* report =
      app.add_subcommand("report", "Show where the time of reported calls went, and what was predicted");
  add_text(*report, "FILE", options->file, "",
           "that the library wrote (HETSCALAPACK_REPORT); -: standard input")
      ->required();
  add_text(
      *report, "--call", options->call, "K",
      "draw call number K, counted from 1 (default: a table of all calls; the call where there is only one)");
  add_flag(*report, "--json", options->json, "print JSON alone");
  add_pictures(*report, options->pictures, "draw it");
  add_colour_option(*report, options->colour);
  report->callback([options, &console] { run_report(*options, console); });
}

}  // namespace het
