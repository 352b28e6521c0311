#!/bin/bash
# one_process_knows.sh CLIENT: the settings are those of rank 0, also where no other process has any in its environment.
. "$(dirname "$0")/common.sh"
client=$1
with=(env "LD_PRELOAD=$HET_PRELOAD")
report=$work/report.jsonl
unset HETSCALAPACK_MODE

# knows NAME RANK SETTING...: RANK alone has the settings.
knows() {
  local name=$1 rank=$2
  shift 2
  local knowing=("${with[@]}" "HETSCALAPACK_REPORT=$report" "$@" "$client" product) others=("${with[@]}" "$client" product)
  rm -f "$report"
  if [ "$rank" -eq 0 ]; then
    plain "$name" 1 "${knowing[@]}" : -np 3 "${others[@]}"
  else
    plain "$name" 3 "${others[@]}" : -np 1 "${knowing[@]}"
  fi
  must_end "$name" $? 0
}

knows always 0 HETSCALAPACK_MODE=always HETSCALAPACK_CYCLE_TIMES=1,2,3,6
report_must "$report" --routine pdgemm --min-taken 1
# What is told of a call comes from all, whoever is told to tell.
knows verbose 0 HETSCALAPACK_MODE=always HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_VERBOSE=1 HETSCALAPACK_REPORT=
grep -Eqr 'pdgemm .* MB allocated at most' "$work"/verbose.ranks || fail "the first process says nothing of its calls"
knows never 0 HETSCALAPACK_MODE=never
report_must "$report" --routine pdgemm --none-taken
# Nobody asks the last one.
knows last 3 HETSCALAPACK_MODE=always
[ ! -s "$report" ] || fail "the settings of the last process count"
finish
