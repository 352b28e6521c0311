#!/bin/bash
# slowed_process.sh HETRUN XHETGEMM: of two processes that are equally fast one becomes ten times slower, in the middle of a
# program that sets nothing. Calls that follow soon know it.
. "$(dirname "$0")/common.sh"
hetrun=$1 driver=$2
calls_before=8 calls_until_noticed=30 calls=50
report="$work/report" control="$work/control"

lines() {
  cat "$report" 2>/dev/null | grep -c '"pdgemm"'
}

HETSCALAPACK_REPORT=$report timeout --kill-after=5 "$HET_SECONDS" "$hetrun" --cycle-times 1,1 --control "$control" -- \
  "$driver" --n 1600 --grid 1x2 --mode auto --reps $calls >"$work/run.out" 2>"$work/run.err" </dev/null &
run=$!
while kill -0 $run 2>/dev/null && [ "$(lines)" -lt $calls_before ]; do sleep 0.05; done
"$hetrun" --set "$control" 1 10 || fail "hetrun --set"
slowed_at=$(lines)
wait $run
must_end run $? 0

# The calls whose cycle-times are clearly unequal, by their numbers.
sed -n 's/.*"cycle_times":\[\([0-9.e+-]*\),\([0-9.e+-]*\)\].*/\1 \2/;t show;s/.*"pdgemm".*/1 1/;T;:show;p' "$report" |
  awk '$2 > 3 * $1 { print NR }' >"$work/unequal"
echo "slowed after call $slowed_at; unequal in calls: $(paste -sd' ' "$work/unequal")"
first=$(head -n 1 "$work/unequal")
[ -n "$first" ] || { fail "not noticed in $(lines) calls"; show run; finish; }
[ "$first" -le $((slowed_at + calls_until_noticed)) ] || fail "noticed in call $first, slowed after call $slowed_at"
# A single look may be disturbed; the speeds are known to the last calls all the same.
[ "$(tail -n 1 "$work/unequal")" -gt $(($(lines) - 5)) ] || fail "forgotten again"
finish
