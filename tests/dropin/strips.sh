#!/bin/bash
# strips.sh XHETGEMM XHETLU XHETQR XHETCHOL: matrices that are moved in several strips, and whose results leave while others are
# computed, are right: higher, wider and square, at an offset, to grids with all processes and without some.
. "$(dirname "$0")/common.sh"
gemm=$1 lu=$2 qr=$3 chol=$4
export HETSCALAPACK_CYCLE_TIMES=1,2,3,1.5 HETSCALAPACK_REPORT=$work/report

# checked NAME GRID DRIVER options...: moved to this grid, and no check fails.
checked() {
  local name=$1 grid=$2
  shift 2
  export HETSCALAPACK_GRID=$grid
  plain "$name" 4 "$@" --mode always --reps 1 --warmup 0 --check --nb 32 --offset 32
  must_end "$name" $? 0
}

for grid in 1x3 3x1 2x2 4x1; do
  checked "lu$grid" $grid "$lu" --n 300,450,380 --m 450,300,380
  checked "qr$grid" $grid "$qr" --n 300,450 --m 450,300
  checked "gemm$grid" $grid "$gemm" --n 330 --m 290 --k 310 --beta 0.5 --type d,z
  for uplo in U L; do
    checked "chol$grid$uplo" $grid "$chol" --n 300,513 --uplo $uplo --type d,z
  done
done
moved=$(grep '"taken":true' "$HETSCALAPACK_REPORT" | grep -c '"in_place":false')
[ "$moved" -eq 60 ] || fail "$moved calls were moved"
finish
