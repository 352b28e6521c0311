#pragma once
// What times of messages say about links. All pure.
#include "src/base/index.hpp"

namespace het {

// Bytes of the message that shows the bandwidth: of much shorter ones the latency is a large part.
constexpr Extent long_message_bytes = Extent{4} << 20;

// Seconds per byte of a message of long_message_bytes, which need not be sent for it: one of `bytes` (2 up to that many)
// took `seconds`, above `latency` linear in its length. Positive for positive `seconds`, whatever the latency. O(1).
double long_message_seconds_per_byte(Extent bytes, double seconds, double latency);

// Seconds o of its own time that a message takes a process at either end: `messages` (2 or more) to a neighbour and as many
// from another one, all at once, took `burst` seconds, and one alone each way `latency`. The last one is handed over after
// messages o and has come a latency less o later, or all are taken first:
//   burst = max(latency + (messages - 1) o, 2 messages o)
// Between 0 and half of the latency, in which a message is handed over and taken. O(1).
double overhead_of_a_message(double burst, int messages, double latency);

// Seconds per byte of its own time that a message of `bytes` (2 or more) takes a process at work, which spends `long_seconds`
// in MPI until it is through, and `short_seconds` for one of a byte. One that only waits needs `waiting` seconds for it: what
// is beyond are looks in vain. Not negative. O(1).
double own_time_per_byte(Extent bytes, double long_seconds, double short_seconds, double waiting);

// Whether one wire carries all messages: those of `processes`, all at once, take nearly as many times as long as one alone.
// Of fewer than three it is not told from links that do not send and receive at the same time.
bool is_shared_medium(int processes, double all_seconds_per_byte, double alone_seconds_per_byte);

}  // namespace het
