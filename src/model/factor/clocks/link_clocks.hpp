#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace het {

// Until when the link of each process is busy, in each direction, while a factorization runs; on a shared medium
// there is one link for all, and what is received is what is sent. Messages follow each other, but those that go
// ahead of others. What is final leaves while a link is free, one message after the other. Processes are numbered row
// by row.
class LinkClocks {
 public:
  LinkClocks(std::size_t processes, bool shared_medium)
      : shared_(shared_medium),
        out_(processes, Busy{shared_medium}),
        in_(processes),
        leaving_(processes),
        arriving_(processes),
        carried_out_(processes),
        carried_in_(processes),
        shared_out_(processes),
        shared_in_(processes) {}

  bool shared() const { return shared_; }
  // Until when process k sends, and receives.
  double out(std::size_t k) const { return out_[link(k)].until; }
  double in(std::size_t k) const { return shared_ ? out_[0].until : in_[k].until; }

  // The last time that a link is busy all along. On a wire, which all processes use, each at times of its own, that is from
  // the begin on: it carries whatever they send.
  struct Busy {
    bool wire = false;
    double from = 0, until = 0;
    void occupy(double begin, double end) {
      if (begin > until && !wire) from = begin;
      until = end;
    }
    void add(double begin, double seconds) { occupy(begin, std::max(begin, until) + seconds); }
    // Of these seconds only those are beside what the link is busy with later.
    void go_ahead(double begin, double seconds, double beside) {
      if (begin < from)
        until += beside;
      else
        add(begin, seconds);
    }
  };

  // How many seconds a transfer of process k takes that would take `seconds` of a free link from `begin` on, in so many
  // messages at a time: a message of what is leaving has as much of the link as any of these.
  double beside_leaving(std::size_t k, double begin, double seconds, double messages);
  // Process k sends from `time` on, or receives. Returns when it is through.
  double send(std::size_t k, double time, double seconds, double messages);
  double receive(std::size_t k, double time, double seconds);
  // Process k sends all the time from one moment to another, and receives.
  struct Time {
    double from, until;
  };
  void occupy(std::size_t k, const Time& sends, const Time& receives);
  // One process sends to another from `time` on, after what is under way on both links. Returns when it has arrived,
  // but for the latency.
  double sent(std::size_t from, std::size_t to, double time, double seconds, double messages);
  // The same ahead of what is under way on both links, which it shares; and from one process to several others,
  // `seconds` in all.
  double sent_ahead(std::size_t from, std::size_t to, double time, double seconds, double messages);
  double sent_ahead_to_several(std::size_t from, double time, double seconds, double messages);

  // It is that late: what links carried since the last time, of send() and receive() and of what leaves or arrives while
  // they are free, tells for which part of the time, a half at most, what goes ahead shares a link with others until the
  // next pass(); on a shared medium, whose messages are one after the other, it does not.
  void pass(double time);

  // Process k is through at `time` with what takes its link so many seconds, and sends it when the link is free.
  void leave(std::size_t k, double time, double seconds) { leaving_[link(k)].add(out(k), time, seconds); }
  // Process k receives that much of what leaves: one message at a time, while its link is free or beside others.
  void arrive(std::size_t k, double time, double seconds) {
    if (!shared_) arriving_[k].add(in_[k].until, time, seconds);
  }
  // When all has left and arrived, of a computation that is over at a time.
  double end(double over) const;

 private:
  // What has yet to go through a link for which nobody waits, in seconds, at the time until which that is known; and what
  // has gone since the last pass() while the link was free.
  struct Backlog {
    double seconds = 0, until = 0, gone = 0;
    void go_on(double free_from, double time);
    void add(double free_from, double time, double more);
    double beside(double free_from, double begin, double transfer, double messages);
  };
  std::size_t link(std::size_t k) const { return shared_ ? 0 : k; }
  double beside_arriving(std::size_t k, double begin, double seconds, double messages);
  Busy& receiving(std::size_t k) { return shared_ ? out_[0] : in_[k]; }

  const bool shared_;
  double passed_ = 0;
  std::vector<Busy> out_, in_;
  std::vector<Backlog> leaving_, arriving_;  // what is final
  std::vector<double> carried_out_, carried_in_;
  std::vector<double> shared_out_, shared_in_;  // parts of the time
};

}  // namespace het
