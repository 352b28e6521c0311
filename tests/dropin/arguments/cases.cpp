#include "tests/dropin/arguments/cases.hpp"

namespace het::testing {
namespace {

class Cases {
 public:
  explicit Cases(const Routine& routine) : routine_(routine) {}

  // NAME: the argument with a value that is wrong (or, with `wrong` false, merely unusual).
  void number(const std::string& name, const std::string& how, int value, bool wrong = true) {
    add(name + "_" + how, wrong, [=](Arguments& x) { x.numbers.at(name) = value; });
  }
  void letter(const std::string& name, const std::string& how, char value, bool wrong = true) {
    add(name + how, wrong, [=](Arguments& x) { x.letters.at(name) = value; });
  }
  void entry(const std::string& name, const std::string& how, std::size_t at, int value, bool wrong = true) {
    add(name + "_" + how, wrong, [=](Arguments& x) { x.descriptors.at(name)[at] = value; });
  }
  void add(const std::string& name, bool wrong, std::function<void(Arguments&)> spoil) {
    all_.push_back({&routine_, routine_.name + "." + name, wrong, std::move(spoil)});
  }
  std::vector<ArgumentCase> take() { return std::move(all_); }

 private:
  const Routine& routine_;
  std::vector<ArgumentCase> all_;
};

void add_numbers(Cases& cases, const Routine& routine) {
  for (const auto& [name, value] : routine.arguments.numbers) {
    if (name == "lwork") {
      cases.number(name, "short", 3);
      cases.number(name, "zero", 0);
      cases.number(name, "query", -1, false);
    } else if (name.size() == 1) {
      cases.number(name, "negative", -3);
      cases.number(name, "too_large", kSize + 1);
      if (!routine.aborts) cases.number(name, "zero", 0, false);
    } else {
      cases.number(name, "zero", 0);
      cases.number(name, "too_large", 2);
      cases.number(name, "far_too_large", kSize + 2);
    }
  }
}

void add_letters(Cases& cases, const Routine& routine) {
  for (const auto& [name, value] : routine.arguments.letters) {
    cases.letter(name, "", 'X');
    cases.letter(name, "_mark", '?');
    cases.letter(name, "_lower_case", name == "uplo" ? 'u' : 't', false);
  }
}

void add_descriptors(Cases& cases, const Routine& routine) {
  for (const auto& [name, value] : routine.arguments.descriptors) {
    cases.entry(name, "dtype", 0, 7);
    cases.entry(name, "ctxt", 1, -5);
    cases.entry(name, "m", 2, -1);
    cases.entry(name, "m_short", 2, kSize - 1);
    cases.entry(name, "n", 3, -1);
    cases.entry(name, "n_short", 3, kSize - 1);
    cases.entry(name, "mb", 4, 0);
    cases.entry(name, "nb", 5, -2);
    cases.entry(name, "rsrc", 6, 2);
    cases.entry(name, "rsrc_negative", 6, -2);
    cases.entry(name, "csrc", 7, 2);
    cases.entry(name, "csrc_negative", 7, -2);
    cases.entry(name, "lld", 8, 0);
    cases.entry(name, "lld_short", 8, kSize / 2 - 1);
    if (!routine.aborts) cases.entry(name, "dtype_2", 0, 2);
    if (routine.square_blocks_aligned) cases.entry(name, "mb_not_nb", 4, kBlock - 1);
  }
}

// Aligned sub-matrices of one row and column less, so that what is wrong is the alignment alone.
void add_offsets(Cases& cases, const Routine& routine) {
  if (!routine.square_blocks_aligned) return;
  for (const char* const name : {"ia", "ja"})
    cases.add(std::string(name) + "_unaligned", true, [=](Arguments& x) {
      for (const char* const size : {"m", "n"})
        if (x.numbers.count(size) != 0) x.numbers[size] = kSize - kBlock;
      x.numbers.at(name) = kBlock;
    });
}

}  // namespace

std::vector<ArgumentCase> argument_cases() {
  std::vector<ArgumentCase> all;
  for (const Routine& routine : routines()) {
    Cases cases(routine);
    add_letters(cases, routine);
    add_numbers(cases, routine);
    add_offsets(cases, routine);
    add_descriptors(cases, routine);
    for (auto& one : cases.take()) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace het::testing
