#pragma once
// What a driver can be asked to run, and what it is asked.
#include <map>
#include <string>
#include <vector>

#include "testing_drivers/support/grid.hpp"

namespace het::testing {

// A choice of words that a routine has besides types and sizes, e.g. --uplo L,U.
struct WordOption {
  std::string name;                  // of the option and of the JSON key: "uplo"
  std::string header;                // of the table's column
  std::string plural;                // in input files: "triangles"
  std::string help;                  // for --help, without the default
  std::vector<std::string> allowed;  // in any case; the first one is the default
};

// What the routine of a driver is like.
struct DriverSpec {
  std::string name;           // "xhetgemm"
  std::string purpose;        // one line for --help
  std::string sizes = "mnk";  // those that are given: "mnk", "mn" (k is the lesser one) or "n" (all are n)
  bool scaled = false;        // alpha and beta
  bool factors = false;       // a factorization: sub-matrices start with a block; more columns
  std::vector<WordOption> words = {};
};

struct ProblemSize {
  int m = 0, n = 0, k = 0;
};

// The sweep is the product of types, grids, block sizes, words and sizes; the modes of a case run interleaved.
struct DriverOptions {
  std::vector<ProblemSize> sizes;
  std::vector<int> nbs = {64};
  std::vector<GridShape> grids;
  std::vector<char> types = {'d'};
  std::map<std::string, std::vector<std::string>> words;  // by the name of their option
  std::vector<std::string> modes = {"plain", "auto", "always"};
  double alpha = 1, beta = 0;
  int offset = 0;  // the operands are sub-matrices that start at row and column 1 + offset
  int reps = 3, warmup = 1;
  bool check = false, json = false;
};

}  // namespace het::testing
