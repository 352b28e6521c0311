#!/bin/bash
# one_process.sh ARGUMENTS PATTERN...: each argument that matches a pattern, wrong on one process only, really aborting:
# the same messages and exit code as without the library, and no hang.
. "$(dirname "$0")/../common.sh"
arguments=$1
shift
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

# mpirun's own words and the number of a killed process vary from run to run; what counts is what the ranks said.
said() {
  of_ranks "$1" stderr | grep -vE '^(==|--)|^ *$'
}

count=0
for name in $(for pattern in "$@"; do "$arguments" list "$pattern"; done); do
  rank=$((count % 4))
  count=$((count + 1))
  plain plain 4 "$arguments" "$name" $rank
  expected=$?
  [ $expected -ne 0 ] && [ $expected -ne 124 ] || fail "$name: plain ends with $expected, a wrong case"
  HETSCALAPACK_MODE=always preloaded preloaded 4 "$arguments" "$name" $rank
  must_end preloaded $? $expected
  diff <(said plain) <(said preloaded) || fail "$name on process $rank: messages differ"
  rm -rf "$work"/*.ranks
done
[ $count -gt 0 ] || fail "no argument matches $*"
echo "$count arguments"
finish
