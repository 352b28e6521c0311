#!/bin/bash
# progress.sh XHETGEMM XHETLU: HETSCALAPACK_PROGRESS has one process say how far a call is, at most once a second, also where
# the matrix moves; without it, and for calls that are over before, nobody says anything.
. "$(dirname "$0")/common.sh"
gemm=$1 lu=$2
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6
once="--n 1500 --nb 32 --grid 2x2 --reps 1 --warmup 0 --mode always"
line='^hetscalapack: pd(getrf 1500 x 1500|gemm 1500 x 1500 x 1500): step [0-9]+ of [0-9]+, [0-9]+ %(, about [0-9.e-]+ s left)?$'

# said NAME RANK: lines of progress of a rank.
said() { grep -Ec "$line" "$work"/"$1".ranks/*/rank."$2"/stderr; }

# one_speaks NAME DRIVER WHERE: of four ranks one tells progress; which one is the grid's business, and that depends on the
# links as measured unless it is given.
one_speaks() {
  local rank speakers=0
  for rank in 0 1 2 3; do
    [ "$(said "$1" $rank)" -eq 0 ] || speakers=$((speakers + 1))
  done
  [ $speakers -eq 1 ] || fail "$2 $3: $speakers processes tell progress: $(cat "$work/$1".ranks/*/rank.*/stderr)"
  rm -rf "$work/$1".ranks
}

for driver in "$gemm" "$lu"; do
  # shellcheck disable=SC2086 # a list of words
  HETSCALAPACK_PROGRESS=1e-6 plain on 4 "$driver" $once
  must_end on $? 0
  one_speaks on "$driver" "as chosen"
  for patience in 0 1000; do
    # shellcheck disable=SC2086
    HETSCALAPACK_PROGRESS=$patience plain off 4 "$driver" $once
    must_end off $? 0
    for rank in 0 1 2 3; do
      [ "$(said off $rank)" -eq 0 ] || fail "$driver: progress with $patience"
    done
    rm -rf "$work"/off.ranks
  done
done

# Of all steps, also on a layout without rank 0 in the lead.
for grid in 1x4 4x1 1x2; do
  for driver in "$gemm" "$lu"; do
    # shellcheck disable=SC2086
    HETSCALAPACK_CYCLE_TIMES=6,3,2,1 HETSCALAPACK_GRID=$grid HETSCALAPACK_PROGRESS=1e-6 plain moved 4 "$driver" $once
    must_end moved $? 0
    one_speaks moved "$driver" "on $grid"
  done
done
finish
