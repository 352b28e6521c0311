#!/bin/bash
# thrown.sh HANDLER THROWER CLIENT: an exception that is the program's own reaches the program; one of the library's, on one
# process, ends the program on all of them, with a line that names the call, unless the call has its result. Nothing hangs.
. "$(dirname "$0")/../common.sh"
handler=$1 thrower=$2 client=$3
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

plain plain 4 "$handler"
must_end plain $? 0
for mode in always never; do
  HETSCALAPACK_MODE=$mode preloaded $mode 4 "$handler" $([ $mode = always ] && echo taken)
  must_end $mode $? 0
done

export HETSCALAPACK_MODE=always HET_THROW_RANK=2
HET_PRELOAD="$HET_PRELOAD:$thrower"
for HET_THROW in MPI_Igather dgemm_; do
  export HET_THROW
  preloaded $HET_THROW 4 "$client" product
  case $? in
    0) fail "$HET_THROW: the program went on" ;;
    124) fail "$HET_THROW: it hung" ;;
  esac
  grep -q '^hetscalapack: pdgemm: unknown failure$' "$work/$HET_THROW.err" ||
    { fail "$HET_THROW: nothing said of the call" && show $HET_THROW; }
done

export HET_THROW=open HET_THROW_RANK=0 HETSCALAPACK_REPORT=$work/report.jsonl
preloaded open 4 "$client" product
must_end open $? 0
grep -q '^hetscalapack: what there is to say of a call was lost: unknown failure$' "$work/open.err" ||
  { fail "open: nothing said of the report" && show open; }
finish
