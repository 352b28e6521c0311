#!/bin/bash
# everywhere.sh RECORDED: each argument wrong on all processes; every rank must say the same as without the library.
. "$(dirname "$0")/../common.sh"
recorded=$1
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

plain plain 4 "$recorded" all
must_end plain $? 0
HETSCALAPACK_MODE=always preloaded preloaded 4 "$recorded" all
must_end preloaded $? 0
of_ranks plain stderr >"$work/plain.said"
of_ranks preloaded stderr >"$work/preloaded.said"
cases=$(grep -c '^==' "$work/plain.said")
errors=$(grep -c '^PB_Cabort' "$work/plain.said")
[ "$errors" -gt 0 ] && [ "$errors" -eq "$cases" ] || fail "plain: $errors of $cases cases are errors: wrong cases"
diff "$work/plain.said" "$work/preloaded.said" || fail "messages differ"
echo "$cases cases (4 ranks each)"
finish
