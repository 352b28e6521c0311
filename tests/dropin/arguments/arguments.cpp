// One wrong argument of PDGEMM at a time, on every process or on one. Linked to plain ScaLAPACK.
//   dropin_arguments list                   the names of the cases
//   dropin_arguments CASE RANK              that argument is wrong on process RANK only (-1: on all); ends as
//   PDGEMM ends dropin_arguments_recorded all           every case on all processes; a PB_Cabort of our own
//   records and goes on
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {
namespace {

constexpr int kSize = 8, kBlock = 2;

struct Arguments {
  char trans_a = 'N', trans_b = 'N';
  int m = kSize, n = kSize, k = kSize;
  int ia = 1, ja = 1, ib = 1, jb = 1, ic = 1, jc = 1;
  std::vector<int> desc_a, desc_b, desc_c;
};

struct WrongArgument {
  std::string name;
  std::function<void(Arguments&)> spoil;
};

void add_scalars(std::vector<WrongArgument>& all) {
  all.push_back({"transa", [](Arguments& x) { x.trans_a = 'X'; }});
  all.push_back({"transb", [](Arguments& x) { x.trans_b = '?'; }});
  const std::pair<const char*, int Arguments::*> sizes[] = {
      {"m", &Arguments::m}, {"n", &Arguments::n}, {"k", &Arguments::k}};
  for (const auto& [name, member] : sizes) {
    const auto at = member;
    all.push_back({std::string(name) + "_negative", [at](Arguments& x) { x.*at = -3; }});
    all.push_back({std::string(name) + "_too_large", [at](Arguments& x) { x.*at = kSize + 1; }});
  }
  const std::pair<const char*, int Arguments::*> offsets[] = {{"ia", &Arguments::ia}, {"ja", &Arguments::ja},
                                                              {"ib", &Arguments::ib}, {"jb", &Arguments::jb},
                                                              {"ic", &Arguments::ic}, {"jc", &Arguments::jc}};
  for (const auto& [name, member] : offsets) {
    const auto at = member;
    all.push_back({std::string(name) + "_zero", [at](Arguments& x) { x.*at = 0; }});
    all.push_back({std::string(name) + "_too_large", [at](Arguments& x) { x.*at = 2; }});
  }
}

void add_descriptors(std::vector<WrongArgument>& all) {
  const std::pair<const char*, std::vector<int> Arguments::*> descriptors[] = {
      {"desca", &Arguments::desc_a}, {"descb", &Arguments::desc_b}, {"descc", &Arguments::desc_c}};
  const struct {
    const char* name;
    std::size_t entry;
    int value;
  } wrongs[] = {{"dtype", 0, 7}, {"ctxt", 1, -5},
                {"m", 2, -1},    {"m_short", 2, kSize - 1},
                {"n", 3, -1},    {"n_short", 3, kSize - 1},
                {"mb", 4, 0},    {"nb", 5, -2},
                {"rsrc", 6, 2},  {"rsrc_negative", 6, -2},
                {"csrc", 7, 2},  {"csrc_negative", 7, -2},
                {"lld", 8, 0},   {"lld_short", 8, kSize / 2 - 1}};
  for (const auto& [letter, member] : descriptors)
    for (const auto& wrong : wrongs) {
      const auto which = member;
      all.push_back({std::string(letter) + "_" + wrong.name,
                     [which, wrong](Arguments& x) { (x.*which)[wrong.entry] = wrong.value; }});
    }
}

std::vector<WrongArgument> all_cases() {
  std::vector<WrongArgument> all;
  add_scalars(all);
  add_descriptors(all);
  return all;
}

void call(const ProcessGrid& grid, const WrongArgument& wrong, bool here) {
  DistributedMatrix<double> a(grid, {kSize, kSize, kBlock, kBlock, 0, 0});
  DistributedMatrix<double> b = a, c = a;
  for (auto* matrix : {&a, &b, &c}) matrix->fill([](int i, int j) { return i + j; });
  Arguments x;
  x.desc_a = x.desc_b = x.desc_c = a.descriptor();
  for (auto* desc : {&x.desc_a, &x.desc_b, &x.desc_c}) (*desc)[8] = a.lld();
  if (here) wrong.spoil(x);
  const double alpha = 1, beta = 0;
  pgemm(&x.trans_a, &x.trans_b, &x.m, &x.n, &x.k, &alpha, a.data(), &x.ia, &x.ja, x.desc_a.data(), b.data(),
        &x.ib, &x.jb, x.desc_b.data(), &beta, c.data(), &x.ic, &x.jc, x.desc_c.data());
}

// A right call first, so that whatever the library does once per context has been done.
int run(const std::string& name, int wrong_rank) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const ProcessGrid grid({2, 2});
  call(grid, {}, false);
  bool found = false;
  for (const WrongArgument& wrong : all_cases()) {
    if (name != "all" && name != wrong.name) continue;
    found = true;
    std::fprintf(stderr, "== %s\n", wrong.name.c_str());
    call(grid, wrong, wrong_rank < 0 || wrong_rank == rank);
  }
  return found ? 0 : 2;
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
    for (const auto& wrong : het::testing::all_cases()) std::printf("%s\n", wrong.name.c_str());
    return 0;
  }
  if (argc < 2) return 2;
  MPI_Init(&argc, &argv);
  const int code = het::testing::run(argv[1], argc > 2 ? std::atoi(argv[2]) : -1);
  MPI_Finalize();
  return code;
}
