#include "testing_drivers/model/plot.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "src/base/text/text_file.hpp"
#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {
namespace {

constexpr double shown_least = 0.5, shown_most = 1.5;

std::string terminal(const std::string& file) {
  if (file.ends_with(".svg")) return "svg size 760,460 font \"DejaVu Sans,12\" background \"white\"";
  if (file.ends_with(".png")) return "pngcairo size 760,460 font \"DejaVu Sans,11\"";
  throw InputError{fmt::format("--plot {}: the name must end in .png or .svg", file)};
}

// A series of points, its data in the script itself; nothing where there are none.
struct Series {
  std::string curves, data;
  void add(const std::vector<const ModelRow*>& rows, const std::string& look) {
    if (rows.empty()) return;
    curves += fmt::format(", '-' with points {}", look);
    for (const ModelRow* row : rows)
      data += fmt::format("{} {}\n", row->measured.total, std::clamp(*row->ratio(), shown_least, shown_most));
    data += "e\n";
  }
};

// What lies beyond the picture is drawn at its edge, as a mark of its own, and counted.
class Beyond {
 public:
  Beyond(double limit, int mark, const char* words) : limit_(limit), mark_(mark), words_(words) {}
  void add(Series& series, const std::vector<const ModelRow*>& rows, int colour) {
    count_ += rows.size();
    series.add(rows, fmt::format("pt {} ps 1.1 lc {} notitle", mark_, colour));
  }
  void add_title(Series& series) const {
    if (count_ > 0)
      series.curves += fmt::format(", NaN with points pt {} ps 1.1 lc rgb '#444444' title '{} {} {}'", mark_,
                                   count_, words_, limit_);
  }

 private:
  double limit_;
  int mark_;  // of gnuplot
  const char* words_;
  std::size_t count_ = 0;
};

std::string script(const std::vector<ModelRow>& rows, const std::string& file) {
  struct OfRoutine {
    std::vector<const ModelRow*> within, below, above;
  };
  std::map<std::string, OfRoutine> by_routine;
  for (const ModelRow& row : rows) {
    if (!row.ratio() || row.by_scalapack()) continue;
    OfRoutine& its = by_routine[row.routine];
    const double ratio = *row.ratio();
    (ratio < shown_least ? its.below : ratio > shown_most ? its.above : its.within).push_back(&row);
  }
  if (by_routine.empty()) throw InputError{fmt::format("--plot {}: there is no prediction to draw", file)};
  Series series;
  Beyond below(shown_least, 11, "below"), above(shown_most, 9, "above");
  int colour = 0;
  for (const auto& [routine, its] : by_routine) {
    series.add(its.within, fmt::format("pt 7 ps 0.7 lc {} title '{}'", ++colour, routine));
    below.add(series, its.below, colour);
    above.add(series, its.above, colour);
    if (its.within.empty())
      series.curves += fmt::format(", NaN with points pt 7 ps 0.7 lc {} title '{}'", colour, routine);
  }
  below.add_title(series);
  above.add_title(series);
  return fmt::format(
      "set terminal {}\nset output '{}'\nset logscale x\nset yrange [{}:{}]\nset xlabel 'measured seconds'\n"
      "set ylabel 'predicted / measured'\nset format x '%g'\nset key outside right\nset grid lc rgb "
      "'#dddddd'\nplot 1 lc rgb '#444444' notitle, 0.95 dt 2 lc rgb '#999999' title '5 %', 1.05 dt 2 lc rgb "
      "'#999999' notitle{}\n{}",
      terminal(file), file, shown_least, shown_most, series.curves, series.data);
}

}  // namespace

void check_picture(const std::string& file) {
  terminal(file);
  if (const std::string wrong = why_unwritable(file); !wrong.empty())
    throw InputError{fmt::format("--plot {}: {}", file, wrong)};
}

void plot_ratios(const std::vector<ModelRow>& rows, const std::string& file) {
  const std::string text = script(rows, file);
  std::FILE* gnuplot = popen("gnuplot 2>/dev/null", "w");
  if (gnuplot) fmt::print(gnuplot, "{}", text);
  if (!gnuplot || pclose(gnuplot) != 0)
    throw InputError{fmt::format("--plot {}: gnuplot did not draw it; is it installed?", file)};
}

}  // namespace het::testing
