#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace het {

// The one of `names` that may be meant by `name`: the fewest letters are wrong, at most two, or the first four are the
// same. Wrong are inserted, removed and replaced letters; two neighbours that are swapped count as one, small letters as
// large ones. None where there is no such name. O(names * length^2).
std::optional<std::string_view> nearest(std::string_view name, std::span<const char* const> names);

// The same where it is surely meant: no more than two letters nor a third of them are wrong.
std::optional<std::string_view> meant(std::string_view name, std::span<const char* const> names);

// The variables of this process's environment that begin with `prefix` and have a value: what follows it. Local.
std::vector<std::string> variables_with(std::string_view prefix);

// `prefix` and that one of `names` which a whole name is with the fewest letters wrong, at most two; else none.
std::optional<std::string> meant_with(std::string_view name, std::string_view prefix,
                                      std::span<const char* const> names);
// The variables of this process's environment that have a value and do not begin with `prefix`, but mean a name with
// it. Local.
std::vector<std::string> variables_like(std::string_view prefix, std::span<const char* const> names);

// Tells whether this process's environment may have changed since it was remembered, which is sooner done than searching it:
// programs make contexts by the thousand. Variables that begin with the prefix are compared; of others it is seen where
// another text takes their place, not that a text is written over. Local; both O(variables).
class SeenEnvironment {
 public:
  explicit SeenEnvironment(std::string_view prefix) : prefix_(prefix) {}

  // As it was when it was remembered; false before that.
  bool is_same() const;
  void remember();

 private:
  struct Ours {
    std::size_t at;
    std::string text;
  };
  std::string prefix_;
  std::optional<std::vector<const char*>> places_;  // of all variables
  std::vector<Ours> ours_;
};

}  // namespace het
