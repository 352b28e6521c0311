// What is told of a call while the process that tells it runs out of memory: something is lost, and no process waits.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <string>

#include "src/driver/report.hpp"
#include "tests/mpi/driver/counted_calls.hpp"
#include "tests/mpi/setting.hpp"

namespace {

long allocations_left = -1;  // of this process; -1: as many as it asks for
long allocations = 0;        // so far

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
  if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
// Inlined beside a call of what the compiler takes for its own operator new they are warned of.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace het {
namespace {

using test::Caller, test::Setting, test::rank;

// A file of all processes that rank 0 removes.
class SharedFile {
 public:
  SharedFile() {
    int process = static_cast<int>(getpid());
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    path_ = std::filesystem::temp_directory_path() / ("told_of_calls." + std::to_string(process));
  }
  ~SharedFile() {
    if (rank() == 0) std::filesystem::remove(path_);
  }
  const std::filesystem::path& path() const { return path_; }
  std::ptrdiff_t lines() const {
    std::ifstream file(path_);
    return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  }

 private:
  std::filesystem::path path_;
};

// Reports a taken call again and again, rank 0 with memory for none of what it allocates, then for one of them, and so on,
// until that is all. look(what it said) after each, on rank 0.
template <class Look>
void report_with_ever_more_memory(const Caller& caller, const Look& look) {
  Context& context = Context::of(caller.context());
  bool lacks = true;
  for (long has = 0; lacks; ++has) {
    Call call("pdgemm", caller.shape().m, caller.shape().n, caller.shape().k);
    call.record.taken = 1;
    call.watch(context, caller.shape());
    booked(Activity::update, MPI_Wtime(), MPI_Wtime() + 1);
    testing::internal::CaptureStderr();
    const long before = allocations;
    if (rank() == 0) allocations_left = has;
    EXPECT_NO_THROW(report(call, context)) << "memory for " << has << " things";
    allocations_left = -1;
    lacks = allocations - before > has;
    const std::string said = testing::internal::GetCapturedStderr();
    MPI_Bcast(&lacks, sizeof lacks, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank() == 0) look(said);
  }
}

TEST(Report, IsGivenUpWhereThereIsNoMemoryAndThatIsSaid) {
  const SharedFile file;
  const Setting setting("HETSCALAPACK_REPORT", file.path().c_str());
  Caller caller(200, "always");
  caller.product();
  ASSERT_EQ(Call::last().taken, 1);
  std::ptrdiff_t lines = file.lines();
  int lost = 0;
  report_with_ever_more_memory(caller, [&](const std::string& said) {
    EXPECT_EQ(file.lines() == lines, !said.empty()) << "one of them: " << said;
    EXPECT_LE(std::count(said.begin(), said.end(), '\n'), 1) << said;
    lost += file.lines() == lines;
    lines = file.lines();
  });
  EXPECT_EQ(lost > 0, rank() == 0);
}

// Text that is put together is what nlohmann::json would write.
TEST(Report, IsCompactJsonInTheOrderOfItsKeys) {
  const SharedFile file;
  const Setting setting("HETSCALAPACK_REPORT", file.path().c_str());
  Caller caller(200, "always", "1,2,3,6");
  caller.product();
  caller.lu(200);
  if (rank() != 0) return;
  std::ifstream lines(file.path());
  int calls = 0;
  for (std::string line; std::getline(lines, line); ++calls) {
    const auto call = nlohmann::json::parse(line);
    EXPECT_EQ(call.dump(), line);
    EXPECT_EQ(call["busy"].size(), 4u);
    EXPECT_EQ(call["arrangement"].size(), static_cast<std::size_t>(call["grid"][0]));
  }
  EXPECT_EQ(calls, 2);
}

TEST(Trace, LeavesOutWhatThereIsNoMemoryForAndStaysWhole) {
  const SharedFile file;
  const Setting setting("HETSCALAPACK_TRACE", file.path().c_str());
  Caller caller(200, "always");
  caller.product();
  ASSERT_EQ(Call::last().taken, 1);
  report_with_ever_more_memory(caller, [&](const std::string&) {
    std::ifstream text(file.path());
    EXPECT_TRUE(nlohmann::json::accept(text));
  });
}

}  // namespace
}  // namespace het
