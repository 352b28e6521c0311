#include "src/model/product/product_traffic.hpp"

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

// Elements of an axis that one coordinate has and another needs.
double shared(const AxisOverlap& axis, int has, int needs) {
  return static_cast<double>(axis.volume(ProcessCoord(has), ProcessCoord(needs)));
}

}  // namespace

AxisOverlap whole_overlap(const AxisMap& from, const AxisMap& to) {
  return {{&from, GlobalIndex(0)}, {&to, GlobalIndex(0)}, to.extent()};
}

AxisMap inner_axis(const AxisMap& of_matrix, Extent k) {
  return AxisMap(k, of_matrix.nb(), of_matrix.first_block(), of_matrix.pattern(), of_matrix.processes());
}

ProductTraffic::ProductTraffic(const Platform& platform, const CallShape& shape, const Placed& c,
                               const Placed* caller)
    : platform_(platform),
      shape_(shape),
      c_(c),
      caller_(caller ? *caller : c),
      in_place_(!caller),
      on_c_(platform.hosts, c.placement),
      on_caller_(platform.hosts, caller_.placement),
      rows_(whole_overlap(caller_.distribution.rows, c_.distribution.rows)),
      cols_(whole_overlap(caller_.distribution.cols, c_.distribution.cols)),
      inner_of_a_(inner_axis(caller_.distribution.cols, shape.k)),
      inner_of_b_(inner_axis(caller_.distribution.rows, shape.k)) {
  const std::vector<OnHost> hosts = of_hosts();
  for (int rank = 0; rank < c_.placement.ranks(); ++rank) {
    volumes_.push_back(
        volume_of(rank, hosts.empty() ? nullptr : &hosts[static_cast<std::size_t>(platform.hosts.of(rank))]));
    if (platform.shared_medium) sent_ += volumes_.back().sent;
  }
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

ProductTraffic::Operands ProductTraffic::had(int rank) const {
  const auto at = caller_.placement[rank];
  if (!at.on_grid()) return {};
  return {owned(caller_.distribution.rows, at.row) * owned(inner_of_a_, at.col),
          owned(caller_.distribution.cols, at.col) * owned(inner_of_b_, at.row)};
}

double ProductTraffic::sent_to(int rank, const std::vector<double>& in_row,
                               const std::vector<double>& in_col) const {
  const auto from = caller_.placement[rank];
  if (!from.on_grid()) return 0;
  double of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < in_row.size(); ++i)
    of_a += in_row[i] * shared(rows_, from.row, static_cast<int>(i));
  for (std::size_t j = 0; j < in_col.size(); ++j)
    of_b += in_col[j] * shared(cols_, from.col, static_cast<int>(j));
  return of_a * owned(inner_of_a_, from.col) + of_b * owned(inner_of_b_, from.row);
}

double ProductTraffic::received_from(int rank, const std::vector<double>& a_of_row,
                                     const std::vector<double>& b_of_col) const {
  const auto at = c_.placement[rank];
  if (!at.on_grid()) return 0;
  double elements = 0;
  for (std::size_t i = 0; i < a_of_row.size(); ++i)
    elements += a_of_row[i] * shared(rows_, static_cast<int>(i), at.row);
  for (std::size_t j = 0; j < b_of_col.size(); ++j)
    elements += b_of_col[j] * shared(cols_, static_cast<int>(j), at.col);
  return elements;
}

double ProductTraffic::kept(int rank) const {
  const auto from = caller_.placement[rank], at = c_.placement[rank];
  if (!from.on_grid() || !at.on_grid()) return 0;
  return shared(rows_, from.row, at.row) * owned(inner_of_a_, from.col) +
         shared(cols_, from.col, at.col) * owned(inner_of_b_, from.row);
}

std::vector<ProductTraffic::OnHost> ProductTraffic::of_hosts() const {
  const auto zeros = [](int count) { return std::vector<double>(static_cast<std::size_t>(count)); };
  const Distribution &caller = caller_.distribution, &c = c_.distribution;
  std::vector<OnHost> hosts(static_cast<std::size_t>(platform_.hosts.count()),
                            {zeros(caller.p()), zeros(caller.q()), zeros(c.p()), zeros(c.q())});
  for (int rank = 0; platform_.hosts.told_apart() && rank < c_.placement.ranks(); ++rank) {
    OnHost& host = hosts[static_cast<std::size_t>(platform_.hosts.of(rank))];
    if (const auto from = caller_.placement[rank]; from.on_grid()) {
      host.a_of_row[static_cast<std::size_t>(from.row)] += owned(inner_of_a_, from.col);
      host.b_of_col[static_cast<std::size_t>(from.col)] += owned(inner_of_b_, from.row);
    }
    if (const auto at = c_.placement[rank]; at.on_grid()) {
      ++host.in_row[static_cast<std::size_t>(at.row)];
      ++host.in_col[static_cast<std::size_t>(at.col)];
    }
  }
  return hosts;
}

// Each column of A goes to all process columns of C's grid, each row of B to all process rows. What a rank has already is no
// message.
ProductTraffic::Volume ProductTraffic::volume_of(int rank, const OnHost* host) const {
  const auto [rows, cols] = part(rank);
  const auto [a, b] = had(rank);
  const double stays = kept(rank), bytes = static_cast<double>(shape_.element_bytes);
  Volume volume;
  volume.received = ((rows + cols) * static_cast<double>(shape_.k) - stays) * bytes;
  volume.sent = (a * c_.distribution.q() + b * c_.distribution.p() - stays) * bytes;
  if (!host) return volume;
  volume.received_inside = (received_from(rank, host->a_of_row, host->b_of_col) - stays) * bytes;
  volume.sent_inside = (sent_to(rank, host->in_row, host->in_col) - stays) * bytes;
  return volume;
}

double ProductTraffic::copied(int rank, const PanelPieces& pieces) const {
  if (!in_place_) {
    const Volume& bytes = volume(rank);
    return bytes.received + bytes.sent;
  }
  const double cols = part(rank).cols;
  const auto [own_a, own_b] = had(rank);
  const int p = c_.distribution.p(), q = c_.distribution.q();
  double copies = own_b * down();  // MPI's, for each process row
  if (!pieces.kept_by_owner()) copies += cols * static_cast<double>(shape_.k) - own_b;
  if (q % p != 0) copies += own_a;
  if (p % q != 0) copies += own_b;
  return copies * static_cast<double>(shape_.element_bytes);
}

ProductTraffic::Messages ProductTraffic::messages(int rank) const {
  if (!caller_.placement[rank].on_grid()) return {};
  const double near = across_inside(rank) + down_inside(rank);
  return {down() + across() - near, near};
}

double ProductTraffic::carry_seconds(const Volume& bytes, double steps) const {
  if (platform_.shared_medium) return sent_ / steps * platform_.between.seconds_per_byte;
  return std::max(bytes.most_outside() / steps * platform_.between.seconds_per_byte,
                  platform_.hosts.on_inner_link(bytes.most_inside(), bytes.most_outside()) / steps *
                      platform_.hosts.inside.seconds_per_byte);
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
    const Volume& bytes = volume(rank);
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
                     platform_.hosts.on_inner_link(a_near + b_near, a_far + b_far) * bytes *
                         platform_.hosts.inside.seconds_per_byte});
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
