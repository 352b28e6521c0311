#include "testing_drivers/model/report_lines.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "src/base/text/own_file.hpp"
#include "src/base/text/user_file.hpp"
#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {
namespace {

constexpr const char* variable = "HETSCALAPACK_REPORT";

Forecast forecast_of(const nlohmann::json& line) {
  Forecast forecast;
  if (!line.contains("predicted")) return forecast;
  const auto& predicted = line.at("predicted");
  forecast.scalapack = predicted.at("scalapack").get<double>();
  if (!line.at("taken").get<bool>()) return forecast;
  forecast.library.emplace();
  for (const PartOfCall& part : parts_of_call) (*forecast.library).*part.seconds = predicted.at(part.name);
  return forecast;
}

}  // namespace

ReportLines::ReportLines() {
  if (const char* named = std::getenv(variable); named && *named) {
    file_ = named;
    // Else the library would say so of each call.
    std::string wrong = UserFile(file_, UserFile::For::adding).why();
    if (wrong.empty()) wrong = why_left_alone(report_file, file_);
    if (!wrong.empty()) throw InputError{fmt::format("{}={}: {}", variable, file_, wrong)};
    return;
  }
  std::string name = (std::filesystem::temp_directory_path() / "xhetmodel-XXXXXX").string();
  const int opened = mkstemp(name.data());
  if (opened < 0) throw InputError{fmt::format("{}: cannot be written", name)};
  close(opened);
  file_ = name;
  ours_ = true;
  setenv(variable, file_.c_str(), 1);
}

ReportLines::~ReportLines() {
  if (!ours_) return;
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
  unsetenv(variable);
}

void ReportLines::skip() {
  std::error_code absent;
  const auto size = std::filesystem::file_size(file_, absent);
  read_ = absent ? 0 : static_cast<long>(size);
}

Forecast ReportLines::forecast(const std::string& routine, int n) {
  std::ifstream in(file_);
  in.seekg(read_);
  std::string text, more;
  std::getline(in, text);
  if (text.empty())
    throw InputError{fmt::format("{}: nothing was written to it of {} of order {}", file_, routine, n)};
  const auto line = nlohmann::json::parse(text, nullptr, false);
  if (line.is_discarded() || std::getline(in, more) || line.at("routine") != routine || line.at("n") != n)
    throw InputError{
        fmt::format("{}: {} of order {} is not the only call that it tells of", file_, routine, n)};
  return forecast_of(line);
}

}  // namespace het::testing
