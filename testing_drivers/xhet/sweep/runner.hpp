#pragma once
// Runs the cases of a sweep: modes interleaved within each repetition, one BLACS context per grid and mode.
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "testing_drivers/xhet/sweep/options.hpp"
#include "testing_drivers/xhet/sweep/rows.hpp"

namespace het::testing {

struct Case {
  char type = 'd';
  std::map<std::string, std::string> words;  // by the name of their option
  int nb = 0;
  GridShape grid;
  ProblemSize size;
};

// What a check found.
struct Findings {
  double residual = 0;
  std::optional<double> solve_residual;  // of a solve with the result, where there is one
  int info = 0;                          // of the routine, 0 when it has none
};

// One case of one routine on this process's part. Only processes inside the grid are asked for anything.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual std::string routine() const = 0;  // "pdgemm"
  virtual double flops() const = 0;
  // Makes every operand anew.
  virtual void reset() = 0;
  // The call itself, on a context of the case's grid.
  virtual void run(int context) = 0;
  // After a run: collective over the grid; the same on every process.
  virtual Findings check() = 0;
  // After a run: inputs and pads of this process are as they were.
  virtual bool surroundings_intact() const = 0;
  // Residuals up to here pass.
  virtual double threshold() const = 0;
};

using ProblemMaker =
    std::function<std::unique_ptr<Problem>(const Case&, const DriverOptions&, const ProcessGrid&)>;

// One context per grid shape and mode: the library reads HETSCALAPACK_MODE at the first call on a context.
class ModeGrids {
 public:
  // Collective over MPI_COMM_WORLD.
  const ProcessGrid& grid(GridShape shape, const std::string& mode);

 private:
  std::map<std::pair<GridShape, std::string>, std::unique_ptr<ProcessGrid>> grids_;
};

// The whole driver: options, sweep, rows. Returns the exit code: 0, 1 a check failed, 2 bad input.
// Starts and ends MPI.
int run_driver(const DriverSpec& spec, int argc, char** argv, const ProblemMaker& make);

}  // namespace het::testing
