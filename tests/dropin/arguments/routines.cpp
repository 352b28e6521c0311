#include "tests/dropin/arguments/routines.hpp"

#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {
namespace {

constexpr int kEnough = 1000;  // for LWORK and for lists of pivots
constexpr int kUnset = -99;    // of INFO: never what a routine answers

// Diagonally dominant: every factorization succeeds.
DistributedMatrix<double> matrix(const ProcessGrid& grid) {
  DistributedMatrix<double> a(grid, {kSize, kSize, kBlock, kBlock, 0, 0});
  a.fill([](int i, int j) { return i == j ? 20 : 1. / (1 + i + j); });
  return a;
}

std::string info_text(int info) { return "INFO = " + std::to_string(info); }

std::string call_gemm(const ProcessGrid& grid, const Arguments& x) {
  auto a = matrix(grid), b = a, c = a;
  const double alpha = 1, beta = 0;
  const auto number = [&](const char* name) { return &x.numbers.at(name); };
  const auto desc = [&](const char* name) { return x.descriptors.at(name).data(); };
  pgemm(&x.letters.at("transa"), &x.letters.at("transb"), number("m"), number("n"), number("k"), &alpha,
        a.data(), number("ia"), number("ja"), desc("desca"), b.data(), number("ib"), number("jb"),
        desc("descb"), &beta, c.data(), number("ic"), number("jc"), desc("descc"));
  return "";
}

std::string call_getrf(const ProcessGrid& grid, const Arguments& x) {
  auto a = matrix(grid);
  std::vector<int> ipiv(kEnough);
  int info = kUnset;
  pgetrf(&x.numbers.at("m"), &x.numbers.at("n"), a.data(), &x.numbers.at("ia"), &x.numbers.at("ja"),
         x.descriptors.at("desca").data(), ipiv.data(), &info);
  return info_text(info);
}

std::string call_potrf(const ProcessGrid& grid, const Arguments& x) {
  auto a = matrix(grid);
  int info = kUnset;
  ppotrf(&x.letters.at("uplo"), &x.numbers.at("n"), a.data(), &x.numbers.at("ia"), &x.numbers.at("ja"),
         x.descriptors.at("desca").data(), &info);
  return info_text(info);
}

std::string call_geqrf(const ProcessGrid& grid, const Arguments& x) {
  auto a = matrix(grid);
  std::vector<double> tau(kEnough), work(kEnough, kUnset);
  int info = kUnset;
  pgeqrf(&x.numbers.at("m"), &x.numbers.at("n"), a.data(), &x.numbers.at("ia"), &x.numbers.at("ja"),
         x.descriptors.at("desca").data(), tau.data(), work.data(), &x.numbers.at("lwork"), &info);
  return info_text(info) + ", WORK(1) = " + std::to_string(work[0]);
}

Arguments arguments(std::map<std::string, int> numbers, std::map<std::string, char> letters,
                    const std::vector<std::string>& matrices) {
  Arguments all{std::move(numbers), std::move(letters), {}};
  for (const std::string& name : matrices) {
    all.numbers["i" + name] = all.numbers["j" + name] = 1;
    // Room for a descriptor of DTYPE 2, which has two entries more.
    all.descriptors["desc" + name] = {1, 0, kSize, kSize, kBlock, kBlock, 0, 0, 0, 0, 0};
  }
  return all;
}

}  // namespace

const std::vector<Routine>& routines() {
  static const std::vector<Routine> all{
      {"gemm",
       arguments({{"m", kSize}, {"n", kSize}, {"k", kSize}}, {{"transa", 'N'}, {"transb", 'N'}},
                 {"a", "b", "c"}),
       false, true, call_gemm},
      {"getrf", arguments({{"m", kSize}, {"n", kSize}}, {}, {"a"}), true, false, call_getrf},
      {"geqrf", arguments({{"m", kSize}, {"n", kSize}, {"lwork", kEnough}}, {}, {"a"}), false, false,
       call_geqrf},
      {"potrf", arguments({{"n", kSize}}, {{"uplo", 'L'}}, {"a"}), true, false, call_potrf}};
  return all;
}

}  // namespace het::testing
