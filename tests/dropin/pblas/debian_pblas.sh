#!/bin/bash
# debian_pblas.sh TESTER INPUT [CHANGES]: a PBLAS level-3 tester, as it is, plain and with the library in every rank.
# Each test must end with the same verdict, and the library must have taken the P?GEMM calls.
# CHANGES: lines that replace those of the input with the same comment.
. "$(dirname "$0")/../common.sh"
tester=$1 input=$2 changes=${3:-/dev/null}
letter=$(basename "$tester" | cut -c1)
gemm="P$(echo "$letter" | tr a-z A-Z)GEMM"
[ -x "$tester" ] && [ -r "$input" ] || { fail "$tester, $input: not there, install scalapack-mpi-test"; finish; }

# The tester reads a file of the same name in the current directory.
awk -F '\t+' 'FILENAME == ARGV[1] { changed[$NF] = $0; next } $NF in changed { print changed[$NF]; next } { print }' \
  "$changes" "$input" >"$work/$(basename "$input")"
if [ "$changes" != /dev/null ]; then
  # Only the product is worth the time of a second set of grids.
  sed -i "/^P/{/^$gemm/!s/ T\t/ F\t/}" "$work/$(basename "$input")"
fi
cd "$work" || exit 1

verdicts() {
  grep -E 'PASSED|FAILED|SKIPPED|Tested Subroutine|Test number|^  \|' "$work/$1.out"
}

plain plain 4 "$tester"
must_end plain $? 0
# Leaks of the tester are its own.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" HETSCALAPACK_MODE=always HETSCALAPACK_REPORT=$work/report.jsonl \
  HETSCALAPACK_CYCLE_TIMES=1,2,3,6 preloaded preloaded 4 "$tester"
must_end preloaded $? 0

verdicts plain >"$work/plain.verdicts"
verdicts preloaded >"$work/preloaded.verdicts"
passes=$(sed -n "s/^  | *$gemm *[0-9]* *\([0-9]*\) .*/\1/p" "$work/plain.verdicts")
[ "${passes:-0}" -ge 8 ] || fail "plain: only '${passes:-no}' tests of $gemm passed, the input is not what was meant"
diff "$work/plain.verdicts" "$work/preloaded.verdicts" || { fail "verdicts differ"; show preloaded; }
grep '^  |' "$work/preloaded.verdicts"
# The calls that test error exits have sizes up to 1; every other is a test that must have passed.
report_must "$work/report.jsonl" --routine "p${letter}gemm" --min-size 2 --min-calls "$passes" --min-taken 0.95
finish
