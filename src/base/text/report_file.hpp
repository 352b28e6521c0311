#pragma once
#include <string>

namespace het {

// Adds a line, without its end, to a file of JSON objects of one line each, also while other processes do. Where a program
// left part of a line at the end, the new one begins below it. Returns why that cannot be done, else an empty text: a file
// that is none of those is left alone. Devices, and pipes that are open already, are written to and not read.
std::string add_to_report(const std::string& path, const std::string& line);

}  // namespace het
