#include <cctype>

#include "tests/architecture/house.hpp"

namespace het::architecture {
namespace {

// Walks over C or C++ text once, copying or blanking one piece (comment, literal, character) at a time.
class Stripper {
 public:
  Stripper(const std::string& text, bool blank_literals) : text_(text), blank_literals_(blank_literals) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (starts("//"))
        blank_until(text_.find('\n', at_));
      else if (starts("/*"))
        blank_until(end_after("*/", at_ + 2));
      else if (starts("R\"") && !after_word())
        raw_string();
      else if (text_[at_] == '"' || (text_[at_] == '\'' && !after_word()))  // not the ' of 1'000
        literal(text_[at_]);
      else
        out_ += text_[at_++];
    }
    return out_;
  }

 private:
  bool starts(const char* what) const { return text_.compare(at_, 2, what) == 0; }
  bool after_word() const {
    return at_ > 0 && (std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) || text_[at_ - 1] == '_');
  }
  std::size_t end_after(const std::string& what, std::size_t from) const {
    const auto found = text_.find(what, from);
    return found == std::string::npos ? found : found + what.size();
  }
  void blank_until(std::size_t end) {
    for (; at_ < text_.size() && at_ < end; ++at_) out_ += text_[at_] == '\n' ? '\n' : ' ';
  }
  void copy_until(std::size_t end) {
    for (; at_ < text_.size() && at_ < end; ++at_) out_ += text_[at_];
  }
  // The delimiters stay, so that "" remains a literal; the inside goes when asked.
  void inside_until(std::size_t end) { blank_literals_ ? blank_until(end) : copy_until(end); }

  void literal(char quote) {
    auto end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    copy_until(at_ + 1);
    inside_until(end);
    copy_until(at_ + 1);
  }
  void raw_string() {
    const auto open = text_.find('(', at_);
    const auto close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
    copy_until(open + 1);
    inside_until(text_.find(close, at_));
    copy_until(at_ + close.size());
  }

  const std::string& text_;
  bool blank_literals_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string strip(const std::string& text, bool blank_literals) {
  return Stripper(text, blank_literals).run();
}

}  // namespace het::architecture
