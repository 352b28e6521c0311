#!/bin/bash
# unknown_variable.sh CLIENT: a variable that looks like a setting and is none is warned of once, by one process, however
# many contexts there are, and calls are taken all the same. What tools and sites set is no reason for a word.
. "$(dirname "$0")/common.sh"
client=$1
report=$work/report.jsonl
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_REPORT=$report
export HETSCALAPACK_LIBS=-lhetscalapack HETSCALAPACK_ROOT=/usr HETSCALAPACK_SIM_DRY=1 HETSCALAPACK_HANDSHAKE_SECONDS=20

# run NAME SCENARIO MODE: what all ranks said is in $work/NAME.said.
run() {
  HETSCALAPACK_MODE=$3 preloaded "$1" 4 "$client" "$2"
  must_end "$1" $? 0
  grep -h '^hetscalapack: ' "$work/$1".ranks/*/rank.*/stderr >"$work/$1.said"
}

run known product always
[ ! -s "$work/known.said" ] || fail "a variable of a tool was warned of: $(cat "$work/known.said")"

export HETSCALAPACK_FOO=1 HETSCALAPACK_MODUS=never HETSCALAPCK_MODE=never
rm -f "$report"
run taken product always
report_must "$report" --routine pdgemm --min-taken 1
run contexts many_contexts auto
for name in taken contexts; do
  for line in 'HETSCALAPACK_FOO is no setting, and ignored; settings are HETSCALAPACK_MODE, CYCLE_TIMES, ' \
    'HETSCALAPACK_MODUS is no setting, and ignored; is HETSCALAPACK_MODE meant?' \
    'HETSCALAPCK_MODE is no setting, and ignored; is HETSCALAPACK_MODE meant?'; do
    [ "$(grep -cF "$line" "$work/$name.said")" -eq 1 ] || fail "$name: not once: $line"
  done
  [ "$(wc -l <"$work/$name.said")" -eq 3 ] || fail "$name: $(cat "$work/$name.said")"
  grep -q . "$work/$name".ranks/*/rank.[123]/stderr && fail "$name: another rank spoke"
done
finish
