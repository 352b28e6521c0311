#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "src/tools/plan/step_times.hpp"

namespace het {

// The grids in their order with the terms of their predicted seconds; 80 columns.
std::string forecast_text(const Forecast& forecast);

// Steps of a factorization as bars, sixteen at most; empty for a product.
std::string steps_text(const std::vector<StepTime>& steps);
nlohmann::ordered_json steps_json(const std::vector<StepTime>& steps);

// Terms in seconds: update, idle, panel, exchange, latency, compute (their sum), move_in, move_out, total.
nlohmann::ordered_json predicted_json(const LayoutCandidate& candidate);

}  // namespace het
