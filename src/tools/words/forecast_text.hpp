#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "src/tools/plan/forecast.hpp"

namespace het {

// The grids in their order with the terms of their predicted seconds; 80 columns.
std::string forecast_text(const Forecast& forecast);

// Terms in seconds: update, idle, panel, exchange, latency, compute (their sum), move_in, move_out, total.
nlohmann::ordered_json predicted_json(const LayoutCandidate& candidate);

}  // namespace het
