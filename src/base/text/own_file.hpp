#pragma once
#include <string>
#include <string_view>

namespace het {

// What the library writes to again, call after call, begins so; what begins otherwise is somebody else's, and left alone.
struct OwnFile {
  std::string_view kind, begin;
};
inline constexpr OwnFile report_file{"report", "{"};
inline constexpr OwnFile trace_file{
    "trace",
    "[\n"
    R"({"name":"process_name","ph":"M","pid":0,"tid":0,"args":{"name":"hetscalapack")"};  // and when it was begun

// Why a file of this kind is not added to: what is there is no such file. Empty where it is one, empty, not there, or no
// regular file.
std::string why_left_alone(const OwnFile& own, const std::string& path);

}  // namespace het
