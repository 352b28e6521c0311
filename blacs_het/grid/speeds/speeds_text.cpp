#include "blacs_het/grid/speeds/speeds_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "blacs_het/plan/cycle_times.hpp"

namespace het {
namespace {

// Three digits, or all before the point.
std::string rounded(double value) {
  return value < 100 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}
std::string giga_per_second(double seconds_per_unit) { return rounded(1e-9 / seconds_per_unit); }
std::string percent(double part) { return fmt::format("{:.0f}", 100 * part); }

std::string link_words(const LinkCosts& link) {
  return fmt::format("{} GB/s and {} us", giga_per_second(link.seconds_per_byte),
                     rounded(1e6 * link.latency));
}

const char* name_of_one(const Hosts& hosts) { return hosts.sites ? "site" : "host"; }

// Nothing of a single process's.
std::string network_words(const LinkSpeeds& links) {
  if (links.between.seconds_per_byte <= 0) return "";
  const std::string network = ", the network " + link_words(links.between);
  if (!links.hosts.told_apart())
    return network + (links.shared_medium ? ", one message after the other" : "");
  const std::string what = name_of_one(links.hosts);
  return fmt::format("{} between {} {}s, {} GB/s for all processes of one; within a {} {}", network,
                     links.hosts.count(), what, giga_per_second(links.hosts.interface_seconds_per_byte), what,
                     link_words(links.hosts.inside));
}

// Nothing where the network moves all bytes.
std::string own_time_words(const LinkSpeeds& links) {
  const auto for_a_kb = [](const LinkCosts& link) { return rounded(1e12 * link.own_seconds_per_byte); };
  const LinkCosts& within = links.hosts.inside;
  if (std::max(links.between.own_seconds_per_byte, within.own_seconds_per_byte) <= 0) return "";
  return fmt::format("; messages: {} ns of a process's own time for a KB{}", for_a_kb(links.between),
                     links.hosts.told_apart()
                         ? fmt::format(", {} within a {}", for_a_kb(within), name_of_one(links.hosts))
                         : "");
}

const char* words_of(Precision precision) {
  return with_type_of(precision, []<class T>(T*) {
    constexpr bool is_single = sizeof(Real<T>) == sizeof(float);
    return is_complex<T> ? is_single ? "single complex" : "double complex" : is_single ? "single" : "double";
  });
}

}  // namespace

std::string platform_line(const Speeds& speeds, Precision precision, bool measured) {
  return fmt::format("cycle-times {} ({}); the fastest processor has {} Gflop/s in long p{}gemm{}",
                     cycle_time_list(speeds.cycle_times), measured ? "measured" : "given",
                     giga_per_second(speeds.seconds_per_flop), letter_of(precision),
                     network_words(speeds.links));
}

std::string kernels_line(const Speeds& speeds) {
  constexpr Extent width = 64, square = 32;  // of a usual panel, and of a small product beside a diagonal
  const KernelRates& rates = speeds.kernels.rates;
  const double seconds_per_flop = speeds.seconds_per_flop;
  return fmt::format(
      "of that speed, update: {} % with panels of {}, of that {} % in squares of {} and {} % in columns of "
      "{}, {} and {} % in solves "
      "(from left and right); panel: "
      "{} % in products, {} % with vectors, {} % with columns; moves: copies {} GB/s, and {} ns for each "
      "element apart from the others; memory touched first {} ns more for a KB{}",
      percent(rates.product(width)), width, percent(rates.square(square)), square,
      percent(1 / rates.narrow(width)), width, percent(rates.left_solve(width)),
      percent(rates.right_solve(width)), percent(rates.near_product(width)), percent(rates.vectors),
      percent(rates.columns), giga_per_second(speeds.kernels.flops_per_copied_byte * seconds_per_flop),
      rounded(1e9 * speeds.kernels.flops_per_jump * seconds_per_flop),
      rounded(1e12 * speeds.kernels.flops_per_fresh_byte * seconds_per_flop), own_time_words(speeds.links));
}

std::string followed_line(const Speeds& speeds, Precision precision) {
  return fmt::format("cycle-times are now {}, as calls in {} precision show",
                     cycle_time_list(speeds.cycle_times), words_of(precision));
}

}  // namespace het
