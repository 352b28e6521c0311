#!/bin/bash
# module.sh LOADER MODULE preload|no-preload: the module's product is right and the library took it, and says so when MPI
# ends and the module is closed.
. "$(dirname "$0")/../common.sh"
loader=$1 module=$2
export HETSCALAPACK_MODE=always HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_REPORT=$work/report.jsonl \
  HETSCALAPACK_VERBOSE=1

if [ "$3" = preload ]; then
  preloaded loaded 4 "$loader" "$module"
else
  plain loaded 4 "$loader" "$module"
fi
must_end loaded $? 0
report_must "$work/report.jsonl" --routine pdgemm --min-taken 1
of_ranks loaded stderr | grep -q "hetscalapack: 1 call taken" || fail "no summary: $(of_ranks loaded stderr)"
finish
