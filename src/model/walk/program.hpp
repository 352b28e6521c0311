#pragma once
#include <coroutine>
#include <exception>
#include <utility>

namespace het {

// What a rank does, or a part of it, as a coroutine: written like the kernel that it follows, it stands still where that
// waits or computes (Walk::Step). It begins when it is awaited by another program, or started by a walk, and owns all that
// it has; the objects that it refers to must outlive it. (Without optimization each step that takes no time keeps its place on
// the stack until one takes some.)
class [[nodiscard]] Program {
 public:
  struct promise_type {
    std::coroutine_handle<> caller;  // goes on when this one is over

    Program get_return_object() { return Program(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept { return Back(); }
    void return_void() {}
    [[noreturn]] void unhandled_exception() { std::rethrow_exception(std::current_exception()); }
  };

  Program(Program&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Program& operator=(Program&&) = delete;
  ~Program() {
    if (handle_) handle_.destroy();
  }

  void start() const { handle_.resume(); }
  bool over() const { return handle_.done(); }

  // Of another program: co_await runs this one to its end.
  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) const noexcept {
    handle_.promise().caller = caller;
    return handle_;
  }
  void await_resume() const noexcept {}

 private:
  using Handle = std::coroutine_handle<promise_type>;
  struct Back {
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(Handle over) const noexcept {
      const std::coroutine_handle<> caller = over.promise().caller;
      return caller ? caller : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  explicit Program(Handle handle) : handle_(handle) {}

  Handle handle_;
};

}  // namespace het
