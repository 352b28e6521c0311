#!/bin/bash
# no_plan.sh EXAMPLE: where no plan can be made (an exact method on a grid that it cannot prove), calls go to ScaLAPACK, and
# the program goes on.
. "$(dirname "$0")/common.sh"
example=$1
report=$work/report.jsonl
different=$(LC_ALL=C seq -s , 1 0.13 4.12)
preloaded no_plan 25 -x HETSCALAPACK_MODE=always -x HETSCALAPACK_GRID=5x5:exact \
  -x "HETSCALAPACK_CYCLE_TIMES=$different" -x HETSCALAPACK_VERBOSE=1 -x "HETSCALAPACK_REPORT=$report" "$example" 100 10 5 5
must_end no_plan $? 0
grep -q PASSED "$work/no_plan.out" || fail "no result"
grep -q 'gave up on a 5 x 5 grid' "$work/no_plan.err" || fail "nothing said of the method"
report_must "$report" --routine pdpotrf --none-taken
finish
