#!/bin/bash
# driver.sh DRIVER ROWS_CHECK SAMPLE SPOIL VERSION MAN: a driver from the command line and from its sample file; bad input;
# wrong results. SPOIL is what LD_PRELOAD needs to spoil results (spoil.cpp), MAN the folder of the manual pages.
. "$(dirname "$0")/../common.sh"
. "$(dirname "$0")/about.sh"
driver=$1 rows_check=$2 sample=$3 spoil=$4
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

# Options of the routine; how many rows they give with 2 sizes, 2 grids, 4 types and 3 modes, and the sample file with
# 2 types, 2 grids and 3 modes; a wrong value of the routine's own option; the faults that it can have.
routine=$(basename "$driver")
case $routine in
  xhetgemm)
    options="--m 50 --k 70,60 --nb 8 --offset 3 --trans NN,tc --beta 0.5" rows=96 sample_rows=24
    wrong="--trans NX" faults="entry pad" ;;
  xhetlu | xhetqr)
    options="--m 50,80 --nb 8 --offset 16 --matrix random,wilkinson" rows=96 sample_rows=24
    wrong="--matrix NX" faults="entry pad info copy" ;;
  xhetchol)
    options="--nb 8 --offset 16 --uplo l,u --matrix singular" rows=96 sample_rows=48
    wrong="--uplo NX" faults="entry pad info" ;;
esac

# shellcheck disable=SC2086 # lists of words
plain sweep 4 "$driver" --n 40:80:40 --grid 2x2,1x3 --type s,d,c,z $options --reps 2 --check --json
must_end sweep $? 0
"$rows_check" "$routine" $rows <"$work/sweep.out" || fail "sweep"

plain file 4 "$driver" "$sample" --n 100 --reps 1 --json
must_end file $? 0
"$rows_check" "$routine" $sample_rows <"$work/file.out" || fail "sample file"

plain table 4 "$driver" --n 64 --reps 1 --check
must_end table $? 0
[ "$(grep -c PASSED "$work/table.out")" -eq 3 ] || fail "table: $(cat "$work/table.out")"

# The first process has no part in the layout: phases are another one's.
HETSCALAPACK_CYCLE_TIMES=1000,1,1,1 HETSCALAPACK_GRID=1x3 plain first_left_out 4 "$driver" --n 200 --reps 1 \
  --mode plain,always --check --json
must_end first_left_out $? 0
"$rows_check" "$routine" 2 <"$work/first_left_out.out" || fail "without the first process"

about "$driver" "$5" "$6/$routine.1" "$6/xhetgemm.1"

# A wrong result is a failed check, whoever computed it.
for fault in $faults; do
  HET_SPOIL=$fault plain spoiled 4 -x HET_SPOIL -x "LD_PRELOAD=$spoil" "$driver" --n 64 --nb 8 --reps 1 --warmup 0 --check
  must_end spoiled $? 1
  [ "$(grep -c FAILED "$work/spoiled.out")" -eq 3 ] || fail "$fault: $(cat "$work/spoiled.out")"
done
plain unspoiled 4 -x "LD_PRELOAD=$spoil" "$driver" --n 64 --nb 8 --reps 1 --warmup 0 --check
must_end unspoiled $? 0

# A setting that an option decides instead, and calls that the library leaves though told to take them.
if [ "$routine" = xhetlu ]; then
  HETSCALAPACK_MODE=sometimes HETSCALAPACK_ROUTINES=-getrf plain left 4 "$driver" --n 64,80 --reps 1 --mode plain,always
  must_end left $? 0
  of_ranks left stderr | grep '^xhetlu: ' >"$work/said"
  diff - "$work/said" >&2 <<'END' || fail "left"
xhetlu: HETSCALAPACK_MODE=sometimes is not read here: --mode decides
xhetlu: pdgetrf --n 64, mode always: left to ScaLAPACK: HETSCALAPACK_ROUTINES leaves it to ScaLAPACK
END
fi

# The routine's own options and sizes, and, of one driver for all, the sweep's.
refuses "not enough memory for --n 2147483647" --n 2147483647
# shellcheck disable=SC2086
refuses "NX" --n 10 $wrong
[ "$routine" = xhetgemm ] || refuses "no multiple" --n 10 --nb 8 --offset 12
[ "$routine" != xhetchol ] || refuses "--m" --n 10 --m 12
if [ "$routine" = xhetgemm ]; then
  refuses "--alpha: a finite number is needed, not 'nan'" --n 10 --alpha nan
  refuses "--beta: a finite number is needed, not '1e400'" --n 10 --beta 1e400
fi
if [ "$routine" = xhetlu ]; then
  refuses "12x" --n 12x
  refuses "0 is too small" --n 0
  refuses "99999999999 is too large, at most 2147483647" --n 99999999999
  refuses "3x3" --n 10 --grid 3x3
  refuses "q" --n 10 --type d,q
  refuses "often" --n 10 --mode often
  refuses "--reps" --n 10 --reps 0
  refuses "'--nonsense' is not expected; --help lists what is" --n 10 --nonsense
  refuses "--mode: is empty; a value is needed" --n 10 --mode ''
  refuses "'1:1000000000' makes it 1000000000 values, at most 10000 are allowed" --n 1:1000000000
  refuses "makes it 10001 values" --n 1:5000,1:5001
  refuses "no/such/file" /no/such/file
  mkfifo "$work/pipe"
  refuses "$work/pipe: is not a regular file" "$work/pipe"
  refuses "/dev/zero: is not a regular file" /dev/zero
  refuses "$work: is a directory" "$work"
  : >"$work/empty"
  refuses "$work/empty: is empty" "$work/empty"
  refuses "--n is given twice; once is allowed" --n 10 --n 20
  refuses "--n: 'a?[31mb' is not a whole number" --n $'a\033[31mb'
  refuses "vvv...' is not a whole number" --n "$(head -c 100000 /dev/zero | tr '\0' v)"
  [ "$(wc -c <"$work/said")" -lt 300 ] || fail "a long value: $(head -c 500 "$work/said")"
  # Rows that are lost.
  timeout --kill-after=5 "$HET_SECONDS" "$driver" --n 64 --reps 1 --warmup 0 >/dev/full 2>"$work/lost"
  must_end lost $? 1
  grep -q "^xhetlu: standard output cannot be written" "$work/lost" || fail "lost: $(cat "$work/lost")"
  refuses "--n: no problem size given; it takes sizes" --reps 1
  refuses "--type: 'q' is none of" --type q
  refuses "--mode: 'never' is none of plain, auto, always" --mode never
  refuses "--nb: 0 is too small" --nb 0
fi
finish
