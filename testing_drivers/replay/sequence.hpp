#pragma once
// The calls of a long-running program, in their order.
#include <cstdint>
#include <string>
#include <vector>

#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {

// `count` calls of the same kind, one after the other.
struct SequenceLine {
  std::string
      routine;       // without p and the letter of the type: "gemm"; "context" for one that is made and ended
  ProblemSize size;  // k: of a product; right-hand sides of a solve; 0 elsewhere
  int nb = 64, count = 1;
};

// Lines "routine m n k nb count"; # begins a comment. Throws InputError with file, line and what is wrong.
std::vector<SequenceLine> read_sequence(const std::string& path);

// The names of the built-in mixes, and the calls of one: sizes and order follow from the seed.
const std::vector<std::string>& mix_names();
std::vector<SequenceLine> mix_of(const std::string& name, std::uint64_t seed);

// Calls of about the same weight, as the summary puts them together. A panel is a product of which one dimension is at
// most an eighth of another, or a matrix with as few columns for its rows; any other call belongs to the class of its
// largest dimension: up to 64, 512, 2000, beyond.
enum class SizeClass { contexts, tiny, small, medium, large, panel };
const char* class_name(SizeClass size_class);
SizeClass class_of(const SequenceLine& line);

}  // namespace het::testing
