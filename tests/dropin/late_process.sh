#!/bin/bash
# late_process.sh CLIENT: process 0 says once which call it waits in for a process that does not come to it, and waits on.
. "$(dirname "$0")/common.sh"
client=$1
export HETSCALAPACK_MODE=always HETSCALAPACK_HANDSHAKE_SECONDS=1.5 HETSCALAPACK_CYCLE_TIMES=1,2,3,6
preloaded late 4 "$client" late_process
must_end late $? 0
of_ranks late stderr >"$work/said"
cat "$work/said"
[ "$(grep -c 'hetscalapack: ' "$work/said")" -eq 1 ] || fail "not one line"
grep -q 'hetscalapack: pdgemm 50 x 40 x 60: process 0 of 4 of a BLACS context .* 1.5 s .* has not come to this call' \
  "$work/said" || fail "nobody said who waits in which call"
finish
