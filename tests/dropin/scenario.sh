#!/bin/bash
# scenario.sh CLIENT "SCENARIO [OPERATION]" TAKEN [VARIABLE=VALUE...]: right on plain ScaLAPACK (HET_PLAIN=yes), and right
# with the library in every rank under those settings (MODE=always unless said otherwise).
# TAKEN: what the report must show, as a list: pdgemm:taken,p?getrf:forwarded,p?potrf:moved,p?geqrf:in_place (p? is each
# precision); any when it does not matter.
. "$(dirname "$0")/common.sh"
client=$1 taken=$3
read -ra scenario <<<"$2"
shift 3

if [ "$HET_PLAIN" = yes ]; then
  plain plain 4 "$client" "${scenario[@]}"
  must_end plain $? 0
fi
export HETSCALAPACK_MODE=always HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_REPORT=$work/report.jsonl
for setting in "$@"; do export "HETSCALAPACK_${setting?}"; done
preloaded preloaded 4 "$client" "${scenario[@]}"
must_end preloaded $? 0
[ "$taken" = any ] && finish
for demand in ${taken//,/ }; do
  share=1
  # Before each call comes one that asks for the workspace, which ScaLAPACK answers.
  [[ $demand == *geqrf:* ]] && share=0.5
  case ${demand#*:} in
    taken) demands=(--min-taken $share) ;;
    moved | in_place) demands=(--min-taken $share --way "${demand#*:}") ;;
    forwarded) demands=(--none-taken) ;;
    *) fail "$demand: taken, moved, in_place or forwarded" ;;
  esac
  name=${demand%:*} letters=${demand:1:1}
  [ "$letters" = '?' ] && letters="s d c z"
  for letter in $letters; do
    report_must "$work/report.jsonl" --routine "p$letter${name:2}" "${demands[@]}"
  done
done
finish
