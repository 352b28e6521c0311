#!/bin/bash
# late_process.sh CLIENT: process 0 says once which call it waits in for a process that does not come to it, and waits on;
# process 1 says so where process 0 is the one.
. "$(dirname "$0")/common.sh"
client=$1
export HETSCALAPACK_MODE=always HETSCALAPACK_CYCLE_TIMES=1,2,3,6

# late PROCESS PATIENCE SAYS SECONDS: who is late, to whom; who says it, after how long.
late() {
  HETSCALAPACK_HANDSHAKE_SECONDS=$2 preloaded "late$1" 4 "$client" "late_process_$1"
  must_end "late$1" $? 0
  of_ranks "late$1" stderr >"$work/said"
  cat "$work/said"
  [ "$(grep -c 'hetscalapack: ' "$work/said")" -eq 1 ] || fail "process $1 is late: not one line"
  grep -q "hetscalapack: pdgemm 50 x 40 x 60: process $3 of 4 of a BLACS context .* $4 s .* has not come to this call" \
    "$work/said" || fail "process $1 is late: nobody said who waits in which call"
}
late 3 4 0 4
late 0 2 1 6
finish
