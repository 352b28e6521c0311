#!/bin/bash
# factorizations.sh TESTER INPUT RANKS PASSES ROUTINES [CHANGES...]: a tester of factorizations or of what is made of
# them. Each test must end with the same verdict, as many as PASSES must pass, and the library must have taken every
# call of the ROUTINES (getrf:48,potrf:12: at least so many calls).
. "$(dirname "$0")/both_ways.sh"
tester=$1 input=$2 ranks=$3 passes=$4 routines=$5
shift 5
letter=$(basename "$tester" | cut -c2)

# A line of a test without its figures, which all have a decimal point; the headings and the sums.
verdicts() {
  awk '/^WALL/ { for (i = 1; i <= NF; ++i) printf $i ~ /\./ ? "" : "%s ", $i; print ""; next }
    /tests|FAILED|illegal|rror/' "$work/$1.out"
}

prepare "$tester" "$input" "$@"
both_ways "$tester" "$ranks"
grep -q "^ *$passes tests completed and passed" "$work/plain.verdicts" ||
  { fail "plain: not the $passes passes that were meant"; show plain; }
grep 'tests' "$work/preloaded.verdicts"
for routine in ${routines//,/ }; do
  report_must "$work/report.jsonl" --routine "p$letter${routine%:*}" --min-calls "${routine#*:}" --min-taken 1
done
finish
