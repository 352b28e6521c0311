#!/bin/bash
# trace.sh TRACE_CHECK DRIVER [VARIABLE=VALUE...]: what HETSCALAPACK_TRACE says of the driver's calls is what the report
# says; a second program replaces the first one's trace.
. "$(dirname "$0")/common.sh"
check=$1 driver=$2
shift 2
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_TRACE=$work/trace.json
for setting in "$@"; do export "HETSCALAPACK_${setting?}"; done
options="--grid 2x2 --nb 32 --mode plain,always --type d,z"
orders="300,520 410"
[[ $driver == *xhetmove ]] && options="--nb 32 --to 48" orders="520 410"
for n in $orders; do
  export HETSCALAPACK_REPORT=$work/report.$n
  # shellcheck disable=SC2086 # a list of words
  plain "n$n" 4 "$driver" --n "$n" --reps 2 $options
  must_end "n$n" $? 0
  "$check" "$HETSCALAPACK_TRACE" "$HETSCALAPACK_REPORT" 4 || fail "n = $n"
done
finish
