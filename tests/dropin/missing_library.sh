#!/bin/bash
# missing_library.sh CLIENT RANK: RANK runs without the library. It is named, nothing hangs, the results are right. Calls that
# are small in mode auto need no process but the first, and nobody is missed. Of sixty contexts the first alone waits, or the run
# takes longer than it may; and nothing more is said than of one.
. "$(dirname "$0")/common.sh"
client=$1 rank=$2
with=(env "LD_PRELOAD=$HET_PRELOAD" "$client")
export HETSCALAPACK_MODE=always HETSCALAPACK_HANDSHAKE_SECONDS=5 HETSCALAPACK_REPORT=$work/report.jsonl

# run NAME SCENARIO
run() {
  case $rank in
    0) plain "$1" 1 "$client" "$2" : -np 3 "${with[@]}" "$2" ;;
    3) plain "$1" 3 "${with[@]}" "$2" : -np 1 "$client" "$2" ;;
    *) fail "rank $rank: 0 or 3" ;;
  esac
  must_end "$1" $? 0
}
run mixed product
of_ranks mixed stderr >"$work/said"
grep -q "hetscalapack: .*process $rank of 4" "$work/said" || fail "process $rank was not named"
cat "$work/said"
[ ! -s "$work/report.jsonl" ] || report_must "$work/report.jsonl" --routine pdgemm --none-taken

run contexts contexts_that_compute
of_ranks contexts stderr >"$work/said_of_contexts"
diff "$work/said" "$work/said_of_contexts" || fail "sixty contexts: said otherwise than of one"

HETSCALAPACK_MODE=auto run auto product
of_ranks auto stderr >"$work/said"
case $rank in
  0) grep -q "hetscalapack: .*process 0 of 4" "$work/said" || fail "process 0 was not named in auto" ;;
  3) grep -q "hetscalapack: " "$work/said" && fail "somebody spoke in auto" ;;
esac
finish
