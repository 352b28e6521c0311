#!/bin/bash
# unusable_files.sh CLIENT: a pipe in a folder, at whose other end nobody is, where a setting names a file: the program goes
# on, and is told of it in one line; one that is open already is written to. Nothing that a terminal obeys is quoted, nor a
# value without end.
. "$(dirname "$0")/common.sh"
client=$1
mkfifo "$work/pipe"

# run NAME SETTING...: what all ranks said is in $work/NAME.said.
run() {
  local name=$1
  shift
  preloaded "$name" 4 env HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_MODE=always "$@" "$client" product
  must_end "$name" $? 0
  grep -h '^hetscalapack: ' "$work/$name".ranks/*/rank.*/stderr >"$work/$name.said"
}
# says NAME TEXT: that line alone.
says() {
  [ "$(wc -l <"$work/$1.said")" -eq 1 ] && grep -qF -- "$2" "$work/$1.said" || fail "$1: $(head -c 2000 "$work/$1.said")"
}

run report HETSCALAPACK_REPORT="$work/pipe"
says report "HETSCALAPACK_REPORT=$work/pipe: is not a regular file"
run trace HETSCALAPACK_TRACE="$work/pipe"
says trace "HETSCALAPACK_TRACE=$work/pipe: is not a regular file"
run times HETSCALAPACK_CYCLE_TIMES="$work/pipe"
says times "HETSCALAPACK_CYCLE_TIMES=$work/pipe: taken as the name of a file: file '$work/pipe' is not a regular file; allowed"
run scalapack HETSCALAPACK_SCALAPACK="$work/pipe"
says scalapack "HETSCALAPACK_SCALAPACK=$work/pipe: is not a regular file; it is not used"
run device HETSCALAPACK_REPORT=/dev/null
[ ! -s "$work/device.said" ] || fail "device: $(cat "$work/device.said")"
run errors HETSCALAPACK_REPORT=/dev/stderr
[ ! -s "$work/errors.said" ] && grep -hq '^{"' "$work"/errors.ranks/*/rank.0/stderr || fail "errors: no report"

run control HETSCALAPACK_GRID=$'a\033[31mb\nc'
says control "HETSCALAPACK_GRID='a?[31mb c': must be auto, "
run long HETSCALAPACK_GRID="$(head -c 100000 /dev/zero | tr '\0' v)"
says long 'vvv...: must be auto, '
[ "$(wc -c <"$work/long.said")" -lt 500 ] || fail "long: $(head -c 1000 "$work/long.said")"

# The reason at exit ends with a whole word.
run reason HETSCALAPACK_MEMORY_LIMIT=512m HETSCALAPACK_VERBOSE=1
grep -q "calls forwarded: HETSCALAPACK_MEMORY_LIMIT=512m: 'm' is no unit of memory; .* \.\.\.$" "$work/reason.said" ||
  fail "reason: $(cat "$work/reason.said")"
finish
