#pragma once
#include <string>
#include <string_view>

namespace het {

// Of what is there under that name and would not be read by a UserFile (a pipe in a folder, a device): why, to stand behind the
// name. Empty also where nothing is there.
std::string why_no_regular_file(const std::string& path);

// A file that a user named, open; the one way in which such a file is opened. Opening never waits: read is a regular file
// alone, written are devices too. Of pipes only those are taken that the program has open already, by whatever name, as
// /dev/stderr or a shell's <(...): a pipe that lies in a folder waits for whoever opens its other end, maybe for ever.
class UserFile {
 public:
  enum class For {
    reading,
    writing,  // made where there is none, emptied where there is one
    adding,   // made where there is none; all goes behind what is there
  };
  UserFile(const std::string& path, For what);
  ~UserFile();
  UserFile(const UserFile&) = delete;
  UserFile& operator=(const UserFile&) = delete;

  // What is wrong with it, to stand behind its name: "is a directory", "cannot be read: Permission denied". Empty where it
  // is open.
  const std::string& why() const { return why_; }
  int get() const { return file_; }  // below 0 where it is not open
  // All of the text. Returns what is wrong, else an empty text.
  std::string write(std::string_view text);
  // Some systems say only now that what was written is lost. Returns that, else an empty text.
  std::string close();

 private:
  UserFile() = default;
  int file_ = -1;
  std::string why_;
};

}  // namespace het
