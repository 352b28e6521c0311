#include "src/model/prediction.hpp"

#include <ostream>

namespace het {

std::ostream& operator<<(std::ostream& out, const Prediction& p) {
  return out << p.total() << " s = update " << p.update << " + idle " << p.idle << " + panel " << p.panel
             << " + exchange " << p.exchange << " + latency " << p.latency << " + move in " << p.move_in
             << " + move out " << p.move_out;
}

}  // namespace het
