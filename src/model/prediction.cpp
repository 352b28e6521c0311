#include "src/model/prediction.hpp"

#include <ostream>

namespace het {

std::ostream& operator<<(std::ostream& out, const Prediction& p) {
  return out << p.total() << " s = update " << p.update << " + idle " << p.idle << " + panel " << p.panel
             << " + exchange " << p.exchange << " + latency " << p.latency;
}

}  // namespace het
