#pragma once
// Values of the sweep language, each checked. `what` names the option in the error.
#include <string>
#include <vector>

#include "testing_drivers/xhet/sweep/spec.hpp"

namespace het::testing {

// "1000:4000:1000,5000" -> 1000 2000 3000 4000 5000; first:last:step, step 1 when left out; 10000 values at most.
std::vector<int> parse_integers(const std::string& what, const std::string& text, int least);
// "2x2,1x4"
std::vector<GridShape> parse_grids(const std::string& what, const std::string& text);
// Throws InputError when a grid needs more processes than there are.
void check_grids(const std::vector<GridShape>& grids, int processes);
// "s,d,c,z"
std::vector<char> parse_types(const std::string& what, const std::string& text);
// "plain,auto,always"
std::vector<std::string> parse_modes(const std::string& what, const std::string& text);
// Words out of those allowed, in upper or lower case, e.g. "NN,tn"; returned as they stand in `allowed`.
std::vector<std::string> parse_words(const std::string& what, const std::string& text,
                                     const std::vector<std::string>& allowed);
std::vector<std::string> split(const std::string& text, char separator);
int parse_integer(const std::string& what, const std::string& text, int least);

// One size for each n, from lists as long as n's. Without m's all rows are n; without k's, k is the lesser of m and n.
std::vector<ProblemSize> sizes_of(const std::vector<int>& m, const std::vector<int>& n,
                                  const std::vector<int>& k);

// All of a file of text. Throws InputError that names it.
std::string text_or_error(const std::string& path);

// Reads the file into options that were not given otherwise; the format is described in xhet/xhetgemm.dat.
void read_input_file(const DriverSpec& spec, const std::string& path, DriverOptions& options);

}  // namespace het::testing
