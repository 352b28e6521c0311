#pragma once
#include <cstdlib>
#include <optional>
#include <string>

namespace het::test {

// A variable of the environment for the lifetime of the object.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) {
    if (const char* was = std::getenv(name)) was_ = was;
    setenv(name, value, 1);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() {
    if (was_)
      setenv(name_, was_->c_str(), 1);
    else
      unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> was_;
};

}  // namespace het::test
