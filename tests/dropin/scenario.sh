#!/bin/bash
# scenario.sh CLIENT SCENARIO TAKEN [MODE]: right on plain ScaLAPACK, and right with the library in every rank.
# TAKEN: all, none, or any when it does not matter whether calls were taken.
. "$(dirname "$0")/common.sh"
client=$1 scenario=$2 taken=${3:-any} mode=${4:-always}

plain plain 4 "$client" "$scenario"
must_end plain $? 0
HETSCALAPACK_MODE=$mode HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_REPORT=$work/report.jsonl \
  preloaded preloaded 4 "$client" "$scenario"
must_end preloaded $? 0
case $taken in
  all) report_must "$work/report.jsonl" --routine pdgemm --min-taken 1 ;;
  none) report_must "$work/report.jsonl" --routine pdgemm --none-taken ;;
esac
finish
