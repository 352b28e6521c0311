#!/bin/bash
# xhetgemm.sh XHETGEMM ROWS_CHECK SAMPLE: the driver from the command line and from its sample file; bad input.
. "$(dirname "$0")/../common.sh"
driver=$1 rows_check=$2 sample=$3
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

plain sweep 4 "$driver" --n 40:80:40 --m 50 --k 70,60 --nb 8 --grid 2x2,1x3 --type s,d,c,z --trans NN,TC --beta 0.5 \
  --offset 3 --reps 2 --check --json
must_end sweep $? 0
"$rows_check" 96 <"$work/sweep.out" || fail "sweep" # 2 sizes x 2 grids x 4 types x 2 transposes x 3 modes

plain file 4 "$driver" "$sample" --n 100 --reps 1 --json
must_end file $? 0
"$rows_check" 24 <"$work/file.out" || fail "sample file" # 2 types x 2 transposes x 2 grids x 3 modes

plain table 4 "$driver" --n 64 --reps 1 --check
must_end table $? 0
[ "$(grep -c PASSED "$work/table.out")" -eq 3 ] || fail "table: $(cat "$work/table.out")"

# refuses TEXT options...: exit code 2 and one line that names the value.
refuses() {
  local text=$1
  shift
  plain bad 4 "$driver" "$@"
  must_end bad $? 2
  of_ranks bad stderr | grep -v '^-- ' >"$work/said"
  [ "$(wc -l <"$work/said")" -eq 1 ] && grep -qF -- "$text" "$work/said" || fail "$*: $(cat "$work/said")"
}
refuses "12x" --n 12x
refuses "3x3" --n 10 --grid 3x3
refuses "q" --n 10 --type d,q
refuses "NX" --n 10 --trans NX
refuses "often" --n 10 --mode often
refuses "--reps" --n 10 --reps 0
refuses "--nonsense" --n 10 --nonsense
refuses "no/such/file" /no/such/file
refuses "--n" --reps 1
finish
