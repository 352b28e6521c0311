#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "src/tools/plan/forecast.hpp"

namespace het {

// Whether the library in mode auto would take the call, and what keeps it from it; 80 columns. Without a block size:
// what is needed to tell.
std::string verdict_text(const Forecast& forecast);

// The same: grid of the caller (rows, columns), scalapack, in_place and moved (predicted seconds), left_alone (why it
// is forwarded in any case) where it is; and for cycle-times given and measured: taken, way, seconds, limits (seconds
// below which in_place and moved must be), and too_early where measuring comes too late for a first call.
nlohmann::ordered_json verdict_json(const CallVerdict& verdict);

}  // namespace het
