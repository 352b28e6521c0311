#!/bin/bash
# compared.sh RECORDED arguments...: cases of odd arguments in a program that goes on after errors; every rank must say
# the same as without the library: messages, INFO, WORK(1).
. "$(dirname "$0")/../common.sh"
recorded=$1
shift
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

said() {
  of_ranks "$1" stderr
  of_ranks "$1" stdout # P?XERBLA
}

plain plain 4 "$recorded" "$@"
must_end plain $? 0
HETSCALAPACK_MODE=always preloaded preloaded 4 "$recorded" "$@"
must_end preloaded $? 0
said plain >"$work/plain.said"
said preloaded >"$work/preloaded.said"
cases=$(grep -c '^== .*(wrong)' "$work/plain.said")
errors=$(grep -cE '^PB_Cabort|INFO = -' "$work/plain.said")
[ "$errors" -gt 0 ] && [ "$errors" -eq "$cases" ] || fail "plain: $errors of $cases wrong cases are errors"
diff "$work/plain.said" "$work/preloaded.said" || fail "messages differ"
echo "$cases wrong cases (of all ranks together)"
finish
