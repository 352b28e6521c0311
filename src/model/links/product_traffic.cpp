#include "src/model/links/product_traffic.hpp"

#include <algorithm>
#include <cmath>

namespace het {
namespace {

double owned(const AxisMap& axis, int coord) {
  return static_cast<double>(axis.local_size(ProcessCoord(coord)));
}

// Of all processes of a grid but the rank itself, those on its host.
double part_on_host(const Placed& matrix, const HostMates& mates, int rank) {
  const int others = matrix.distribution.p() * matrix.distribution.q() - matrix.placement[rank].on_grid();
  return others > 0 ? static_cast<double>(mates.of(rank).on_grid) / others : 0;
}

}  // namespace

ProductTraffic::ProductTraffic(const Platform& platform, const CallShape& shape, const Placed& c,
                               const Placed* caller)
    : platform_(platform),
      shape_(shape),
      c_(c),
      caller_(caller ? *caller : c),
      in_place_(!caller),
      on_c_(platform.hosts, c.placement),
      on_caller_(platform.hosts, caller_.placement) {
  for (int rank = 0; platform.shared_medium && rank < c_.placement.ranks(); ++rank)
    sent_ += volume(rank).sent;
}

double ProductTraffic::across_inside(int rank) const {
  return in_place_ ? on_c_.of(rank).in_row : across() * part_on_host(c_, on_c_, rank);
}
double ProductTraffic::down_inside(int rank) const {
  return in_place_ ? on_c_.of(rank).in_col : down() * part_on_host(c_, on_c_, rank);
}

ProductTraffic::Part ProductTraffic::part(int rank) const {
  const auto at = c_.placement[rank];
  return at.on_grid() ? Part{owned(c_.distribution.rows, at.row), owned(c_.distribution.cols, at.col)}
                      : Part{};
}

// What a rank has already is no message. In place it is one part in q of A's panels and one in p of B's; of another
// layout one part in all of both. Each column of A goes to all process columns of C's grid, each row of B to all rows.
ProductTraffic::Volume ProductTraffic::volume(int rank) const {
  const auto k = static_cast<double>(shape_.k), bytes = static_cast<double>(shape_.element_bytes);
  const auto [rows, cols] = part(rank);
  const auto from = caller_.placement[rank];
  double of_a = 0, of_b = 0;
  Volume volume;
  if (from.on_grid()) {
    const double a = owned(caller_.distribution.rows, from.row),
                 b = owned(caller_.distribution.cols, from.col);
    of_a = in_place_ ? rows / sq() : rows / (sp() * sq());
    of_b = in_place_ ? cols / sp() : cols / (sp() * sq());
    volume.sent = (a / sq() * c_.distribution.q() - of_a + b / sp() * c_.distribution.p() - of_b) * k * bytes;
    volume.sent_inside = in_place_
                             ? (a / sq() * across_inside(rank) + b / sp() * down_inside(rank)) * k * bytes
                             : volume.sent * part_on_host(c_, on_c_, rank);
  }
  volume.received = (rows - of_a + cols - of_b) * k * bytes;
  const auto senders = on_caller_.of(rank);
  volume.received_inside = in_place_
                               ? (rows * senders.in_row / sq() + cols * senders.in_col / sp()) * k * bytes
                               : volume.received * part_on_host(caller_, on_caller_, rank);
  return volume;
}

double ProductTraffic::copied(int rank, const PanelPieces& pieces) const {
  if (!in_place_) {
    const Volume bytes = volume(rank);
    return bytes.received + bytes.sent;
  }
  const auto k = static_cast<double>(shape_.k);
  const auto [rows, cols] = part(rank);
  const double own_a = rows * k / sq(), own_b = cols * k / sp();
  const int p = c_.distribution.p(), q = c_.distribution.q();
  double copies = own_b * down();  // MPI's, for each process row
  if (!pieces.kept_by_owner()) copies += cols * k - own_b;
  if (q % p != 0) copies += own_a;
  if (p % q != 0) copies += own_b;
  return copies * static_cast<double>(shape_.element_bytes);
}

ProductTraffic::Messages ProductTraffic::messages(int rank) const {
  const double near = across_inside(rank) + down_inside(rank);
  return {down() + across() - near, near};
}

double ProductTraffic::carry_seconds(const Volume& bytes, double steps) const {
  if (platform_.shared_medium) return sent_ / steps * platform_.between.seconds_per_byte;
  return std::max(bytes.most_outside() / steps * platform_.between.seconds_per_byte,
                  bytes.most_inside() / steps * platform_.hosts.inside.seconds_per_byte);
}

double ProductTraffic::own_seconds(const Volume& bytes) const {
  return (bytes.received - bytes.received_inside) * platform_.between.own_seconds_per_byte +
         bytes.received_inside * platform_.hosts.inside.own_seconds_per_byte;
}

std::vector<double> ProductTraffic::interface_seconds(double steps) const {
  const Hosts& hosts = platform_.hosts;
  std::vector<double> sent(static_cast<std::size_t>(hosts.count())), received(sent);
  for (int rank = 0; hosts.told_apart() && rank < c_.placement.ranks(); ++rank) {
    if (!at_work(rank)) continue;
    const Volume bytes = volume(rank);
    sent[static_cast<std::size_t>(hosts.of(rank))] += bytes.sent - bytes.sent_inside;
    received[static_cast<std::size_t>(hosts.of(rank))] += bytes.received - bytes.received_inside;
  }
  for (std::size_t host = 0; host < sent.size(); ++host)
    sent[host] = std::max(sent[host], received[host]) / steps * hosts.interface_seconds_per_byte;
  return sent;
}

double ProductTraffic::owner_seconds(Extent width) const {
  if (platform_.shared_medium) return 0;  // all panels under way share one wire with all others
  const auto of_owner = [&](const AxisMap& axis, double owners) {
    const double nb = static_cast<double>(axis.nb()), columns = static_cast<double>(width);
    return std::min(columns, std::ceil(columns / (nb * owners)) * nb);
  };
  const auto bytes = static_cast<double>(shape_.element_bytes);
  const double a = sent_part() * static_cast<double>(shape_.m) / sp() *
                   of_owner(caller_.distribution.cols, sq()),
               b = sent_part() * static_cast<double>(shape_.n) / sq() *
                   of_owner(caller_.distribution.rows, sp());
  if (!platform_.hosts.told_apart())
    return (a * across() + b * down()) * bytes * platform_.between.seconds_per_byte;
  double most = 0;
  for (int rank = 0; rank < caller_.placement.ranks(); ++rank) {
    if (!caller_.placement[rank].on_grid()) continue;
    const auto senders = on_caller_.of(rank);
    const double a_near = a * across_inside(rank), b_near = b * down_inside(rank),
                 a_far = a * across() - a_near, b_far = b * down() - b_near;
    const double through = a_far * (1 + senders.in_col) + b_far * (1 + senders.in_row);
    most = std::max({most, (a_far + b_far) * bytes * platform_.between.seconds_per_byte,
                     through * bytes * platform_.hosts.interface_seconds_per_byte,
                     (a_near + b_near) * bytes * platform_.hosts.inside.seconds_per_byte});
  }
  return most;
}

double ProductTraffic::mean_seconds(Extent width) const {
  if (platform_.shared_medium || platform_.hosts.told_apart()) return 0;
  const double part = sent_part() * static_cast<double>(width) / (sp() * sq());
  return part * (static_cast<double>(shape_.m) * across() + static_cast<double>(shape_.n) * down()) *
         static_cast<double>(shape_.element_bytes) * platform_.between.seconds_per_byte;
}

}  // namespace het
