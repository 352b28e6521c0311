#pragma once
#include <cstddef>
#include <vector>

namespace het {

// Until when the link of each process is busy, in each direction, while a factorization runs; on a shared medium there is
// one link for all, and what is received is what is sent. Messages follow each other, but those that go ahead of others.
// What is final leaves while a link is free, one message after the other. Processes are numbered row by row.
class LinkClocks {
 public:
  LinkClocks(std::size_t processes, bool shared_medium)
      : shared_(shared_medium), out_(processes), in_(processes), leaving_(processes) {}

  bool shared() const { return shared_; }
  double& out(std::size_t k) { return out_[link(k)]; }
  double& in(std::size_t k) { return shared_ ? out_[0] : in_[k]; }

  // How long so many seconds take process k from `begin` on, in so many messages at a time: each message of what is
  // leaving has as much of the link as any of these.
  double beside_leaving(std::size_t k, double begin, double seconds, double messages);
  // When process k has sent it, from `time` on.
  double send(std::size_t k, double time, double seconds, double messages);
  // When it has arrived, but for the latency, that could leave `from` for `to` at `time`;
  double sent(std::size_t from, std::size_t to, double time, double seconds, double messages);
  // and when it goes ahead of what is under way on both links, which it shares.
  double sent_ahead(std::size_t from, std::size_t to, double time, double seconds, double messages);
  // The same from one process to several others, in `seconds` for all of them.
  double sent_ahead(std::size_t from, double time, double seconds, double messages);

  // Process k is through with what takes its link so many seconds.
  void leave(std::size_t k, double seconds) { leaving_[link(k)] += seconds; }
  // When all has left.
  double end() const;

 private:
  std::size_t link(std::size_t k) const { return shared_ ? 0 : k; }

  const bool shared_;
  std::vector<double> out_, in_;
  std::vector<double> leaving_;  // seconds of what is final and has not left
};

}  // namespace het
