#!/bin/bash
# missing_library.sh CLIENT RANK: RANK runs without the library. It is named, nothing hangs, the results are right.
. "$(dirname "$0")/common.sh"
client=$1 rank=$2
with=(env "LD_PRELOAD=$HET_PRELOAD" "$client" product)
export HETSCALAPACK_MODE=always HETSCALAPACK_HANDSHAKE_SECONDS=2 HETSCALAPACK_REPORT=$work/report.jsonl

case $rank in
  0) plain mixed 1 "$client" product : -np 3 "${with[@]}" ;;
  3) plain mixed 3 "${with[@]}" : -np 1 "$client" product ;;
  *) fail "rank $rank: 0 or 3" ;;
esac
must_end mixed $? 0
of_ranks mixed stderr >"$work/said"
grep -q "hetscalapack: .*process $rank of 4" "$work/said" || fail "process $rank was not named"
cat "$work/said"
[ ! -s "$work/report.jsonl" ] || report_must "$work/report.jsonl" --routine pdgemm --none-taken
finish
