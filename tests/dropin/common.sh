# Read by the drop-in tests. From ctest: HET_MPIEXEC (mpirun), HET_PRELOAD (the library, after what sanitizers need),
# HET_REPORT_CHECK (program), HET_SECONDS (limit of one run), HET_PLAIN (yes: scenarios run on plain ScaLAPACK too).
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

finish() {
  [ "$failures" -eq 0 ] && echo "all passed" && exit 0
  echo "$failures failed" >&2
  exit 1
}

# plain NAME RANKS command...: one run. What rank R wrote is in $work/NAME.ranks/1/rank.R/{stdout,stderr}, all of it in
# $work/NAME.out and .err; returns the exit code. No rank gets mpirun's standard input: Open MPI 4 can end by a segmentation
# fault where a rank has closed its own by the time that the input ends.
plain() {
  local name=$1 ranks=$2
  shift 2
  timeout --kill-after=5 "$HET_SECONDS" "$HET_MPIEXEC" --stdin none --output-filename "$work/$name.ranks" -np "$ranks" "$@" \
    >"$work/$name.out" 2>"$work/$name.err"
}

# The same with the library in every rank.
preloaded() {
  local name=$1 ranks=$2
  shift 2
  plain "$name" "$ranks" -x "LD_PRELOAD=$HET_PRELOAD" "$@"
}

# What all ranks wrote, each on its own, in the order of ranks.
of_ranks() {
  local name=$1 stream=$2 file
  for file in "$work/$name.ranks"/*/rank.*/"$stream"; do
    echo "-- $(basename "$(dirname "$file")")"
    cat "$file"
  done
}

show() {
  tail -n 25 "$work/$1.out" "$work/$1.err" >&2
}

# must_end NAME CODE EXPECTED: the exit code of a run.
must_end() {
  [ "$2" -eq "$3" ] && return 0
  fail "$1: exit code $2, expected $3$([ "$2" -eq 124 ] && echo ' (it hung)')"
  show "$1"
}

# report_must FILE demands of report_check...
report_must() {
  local file=$1
  shift
  "$HET_REPORT_CHECK" "$file" "$@" || fail "report: $*"
}
