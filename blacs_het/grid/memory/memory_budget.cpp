#include "blacs_het/grid/memory/memory_budget.hpp"

#include <algorithm>
#include <utility>

#include "blacs_het/grid/launcher.hpp"
#include "blacs_het/grid/memory/free_memory.hpp"
#include "src/base/memory_limits.hpp"
#include "src/bindings/charge.hpp"

namespace het {

MemoryBudget::MemoryBudget(const Communicator& comm, const Config& config, std::filesystem::path root)
    : root_(std::move(root)), configured_(config.memory_limit), memory_is_limited_(memory_is_limited(root_)) {
  MPI_Comm host = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm.get(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
            "MPI_Comm_split_type");
  MPI_Comm_size(host, &neighbours_);
  MPI_Comm_free(&host);
  neighbours_ = std::max(neighbours_, launched_on_host().value_or(1));
}

Extent MemoryBudget::bytes() const { return configured_ > 0 ? configured_ : part_of_free(); }

Extent MemoryBudget::part_of_free() const { return free_memory(root_) / 2 / neighbours_; }

bool MemoryBudget::sure_of(Extent needed) {
  if (charge::virtual_time) return true;  // a machine's real memory must not show in virtual time
  if (memory_is_limited_) return false;
  if (configured_ > 0 && needed > configured_) return false;
  constexpr double fresh_seconds = 1;
  if (const double now = MPI_Wtime(); seen_ == 0 || now - seen_at_ > fresh_seconds) {
    seen_ = part_of_free();
    seen_at_ = now;
  }
  return needed <= seen_ / 2;
}

}  // namespace het
