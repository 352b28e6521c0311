#pragma once
#include <string>
#include <vector>

#include "testing_drivers/model/rows.hpp"

namespace het::testing {

// Throws InputError for the name of a picture that cannot be drawn, or whose folder cannot be written to.
void check_picture(const std::string& file);

// Draws predicted / measured over the measured seconds, a colour for each routine, by gnuplot; the library's calls
// alone. The format is that of the file's name, .png or .svg. Throws InputError.
void plot_ratios(const std::vector<ModelRow>& rows, const std::string& file);

}  // namespace het::testing
