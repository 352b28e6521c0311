#!/bin/bash
# model.sh DRIVER VERSION MAN MODEL_CHECK: xhetmodel's rows beside the library's own report of the same calls; sums and
# pictures of rows; bad input.
. "$(dirname "$0")/../common.sh"
. "$(dirname "$0")/about.sh"
driver=$1 model_check=$4
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6
about "$driver" "$2" "$3/xhetmodel.1"

# 4 routines, 2 sizes, 4 ways. Each call is one row.
HETSCALAPACK_REPORT=$work/report plain rows 4 "$driver" --n 90,250 --nb 16 --way auto,caller,1x3,plain --reps 1 --warmup 0 \
  --label here --json
must_end rows $? 0
"$model_check" "$work/report" 32 <"$work/rows.out" || fail "rows"

# The same rows, read: sums are the same, and there is a picture of them.
for kind in png svg; do
  plain sums 1 "$driver" "$work/rows.out" --plot "$work/plot.$kind" --json
  must_end sums $? 0
  diff <(grep summary "$work/rows.out") "$work/sums.out" >&2 || fail "sums"
  [ -s "$work/plot.$kind" ] || fail "no plot.$kind"
done
# What lies beyond a picture is marked and counted.
sed 's/"predicted":{"total":[0-9.e+-]*/"predicted":{"total":1e9/' "$work/rows.out" >"$work/beyond"
plain beyond 1 "$driver" "$work/beyond" --plot "$work/beyond.svg" --json
must_end beyond $? 0
grep -q '24 above 1.5' "$work/beyond.svg" && ! grep -q ' below 0.5' "$work/beyond.svg" || fail "beyond.svg"
[ "$(grep -c '"summary"' "$work/rows.out")" -eq 8 ] || fail "sums: $(cat "$work/sums.out")"

plain types 4 "$driver" --routine gemm,potrf --n 40 --nb 8 --grid 2x2,1x3 --type s,z --way 2x1
must_end types $? 0
[ "$(grep -c ' 2x1 *2x1 ' "$work/types.out")" -eq 8 ] || fail "types: $(cat "$work/types.out")"

# Calls that the library may not take are no rows to compare.
HETSCALAPACK_ROUTINES=-gemm plain left 4 "$driver" --routine gemm --n 40 --way caller
must_end left $? 1
grep -q "left to ScaLAPACK" "$work/left.err" || fail "left: $(cat "$work/left.err")"

echo nonsense >"$work/nonsense"
refuses "12x" --n 12x
refuses "3x3" --grid 3x3
refuses "5x1" --way 5x1
refuses "q" --type q
refuses "often" --way often
refuses "no/such/file" no/such/file
refuses "nonsense" "$work/nonsense"
refuses "plot.pdf" "$work/rows.out" --plot plot.pdf
refuses "plot.pdf" --n 40 --plot plot.pdf
refuses "no/such/folder/plot.png: cannot be written" --n 40 --plot no/such/folder/plot.png
: >"$work/empty"
refuses "$work/empty: is empty" "$work/empty"
mkfifo "$work/pipe" "$work/pipe.png"
refuses "$work/pipe: is not a regular file" "$work/pipe"
refuses "pipe.png: is not a regular file" --n 40 --plot "$work/pipe.png"
HETSCALAPACK_REPORT=$work/pipe refuses "HETSCALAPACK_REPORT=$work/pipe: is not a regular file" --n 40
refuses "$work: is a directory" "$work"
refuses "files and --n exclude each other; give one of them" "$work/rows.out" --n 300
refuses "--way: auto is there twice" --way auto,1x2,auto
refuses "--nonsense" --nonsense
# Nor where it would be another file.
echo "int main(void);" >"$work/prog.c"
HETSCALAPACK_REPORT=$work/prog.c refuses "prog.c: is no report, and left alone" --n 40
[ "$(cat "$work/prog.c")" = "int main(void);" ] || fail "prog.c: $(cat "$work/prog.c")"
# Nothing is computed where the report cannot be written.
HETSCALAPACK_REPORT=$work/no/such/report refuses "report: cannot be written" --n 40
finish
