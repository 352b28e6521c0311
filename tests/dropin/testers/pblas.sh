#!/bin/bash
# pblas.sh TESTER INPUT [CHANGES]: a PBLAS level-3 tester. Each test must end with the same verdict, and the library must
# have taken the P?GEMM calls.
. "$(dirname "$0")/both_ways.sh"
tester=$1 input=$2
shift 2
letter=$(basename "$tester" | cut -c1)
gemm="P$(echo "$letter" | tr a-z A-Z)GEMM"

verdicts() {
  grep -E 'PASSED|FAILED|SKIPPED|Tested Subroutine|Test number|^  \|' "$work/$1.out"
}

prepare "$tester" "$input" "$@"
# Only the product is worth the time of a second set of grids.
[ $# -eq 0 ] || sed -i "/^P/{/^$gemm/!s/ T\t/ F\t/}" "$(basename "$input")"
both_ways "$tester" 4
passes=$(sed -n "s/^  | *$gemm *[0-9]* *\([0-9]*\) .*/\1/p" "$work/plain.verdicts")
[ "${passes:-0}" -ge 8 ] || fail "plain: only '${passes:-no}' tests of $gemm passed, the input is not what was meant"
grep '^  |' "$work/preloaded.verdicts"
# The calls that test error exits have sizes up to 1; every other is a test that must have passed.
report_must "$work/report.jsonl" --routine "p${letter}gemm" --min-size 2 --min-calls "${passes:-1}" --min-taken 0.95
finish
