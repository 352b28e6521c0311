#include "testing_drivers/model/plot.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>

#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {
namespace {

constexpr double shown_least = 0.5, shown_most = 1.5;

std::string terminal(const std::string& file) {
  if (file.ends_with(".svg")) return "svg size 760,460 font \"DejaVu Sans,12\" background \"white\"";
  if (file.ends_with(".png")) return "pngcairo size 760,460 font \"DejaVu Sans,11\"";
  throw InputError{fmt::format("--plot {}: the name must end in .png or .svg", file)};
}

// What lies beyond the picture is drawn at its edge.
std::string points_of(const std::vector<const ModelRow*>& rows) {
  std::string points;
  for (const ModelRow* row : rows)
    points += fmt::format("{} {}\n", row->measured.total, std::clamp(*row->ratio(), shown_least, shown_most));
  return points + "e\n";
}

std::string script(const std::vector<ModelRow>& rows, const std::string& file) {
  std::map<std::string, std::vector<const ModelRow*>> by_routine;
  for (const ModelRow& row : rows)
    if (row.ratio() && !row.by_scalapack()) by_routine[row.routine].push_back(&row);
  if (by_routine.empty()) throw InputError{fmt::format("--plot {}: there is no prediction to draw", file)};
  std::string curves, data;
  int colour = 0;
  for (const auto& [routine, its] : by_routine) {
    curves += fmt::format(", '-' with points pt 7 ps 0.7 lc {} title '{}'", ++colour, routine);
    data += points_of(its);
  }
  return fmt::format(
      "set terminal {}\nset output '{}'\nset logscale x\nset yrange [{}:{}]\nset xlabel 'measured seconds'\n"
      "set ylabel 'predicted / measured'\nset format x '%g'\nset key outside right\nset grid lc rgb "
      "'#dddddd'\nplot 1 lc rgb '#444444' notitle, 0.95 dt 2 lc rgb '#999999' title '5 %', 1.05 dt 2 lc rgb "
      "'#999999' notitle{}\n{}",
      terminal(file), file, shown_least, shown_most, curves, data);
}

}  // namespace

void check_picture(const std::string& file) {
  terminal(file);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path() / ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError{fmt::format("--plot {}: cannot be written: {}", file, std::strerror(errno))};
}

void plot_ratios(const std::vector<ModelRow>& rows, const std::string& file) {
  const std::string text = script(rows, file);
  std::FILE* gnuplot = popen("gnuplot 2>/dev/null", "w");
  if (gnuplot) fmt::print(gnuplot, "{}", text);
  if (!gnuplot || pclose(gnuplot) != 0)
    throw InputError{fmt::format("--plot {}: gnuplot did not draw it; is it installed?", file)};
}

}  // namespace het::testing
