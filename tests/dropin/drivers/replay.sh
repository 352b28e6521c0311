#!/bin/bash
# replay.sh XHETREPLAY ROWS_CHECK SEQUENCES SPOIL VERSION MAN: what xhetreplay prints is right: counts, sums, results the
# same in all modes, tiny calls forwarded; its own sequences and mixes; wrong results and bad input. SEQUENCES is the
# folder of those it ships, SPOIL what LD_PRELOAD needs to spoil results (spoil.cpp).
. "$(dirname "$0")/../common.sh"
. "$(dirname "$0")/about.sh"
driver=$1 rows_check=$2 sequences=$3 spoil=$4
unset HETSCALAPACK_MODE
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6

cat >"$work/sequence" <<'END'
# routine m n k nb count
gemm     8   8   8  2  5
getrf   24  16   0  4  2   # tall

geqrf   24  16   0  4  2
potrf   16  16   0  4  2
context  8   8   0  2  3
GESV    48  48   3  8  1
posv    48  48   3  8  1
gels    60  48   3  8  1
getri   48  48   0  8  1
syevd   40  40   0  8  1
sygst   40  40   0  8  1
gemm   128  16 128 16  2
gemm   100 100 100 16  1
END
# Two rounds of four types each.
counts="tiny/gemm=40 tiny/getrf=16 tiny/geqrf=16 tiny/potrf=16 contexts/context=24 tiny/gesv=8 tiny/posv=8
  tiny/gels=8 tiny/getri=8 tiny/syevd=8 tiny/sygst=8 panel/gemm=16 small/gemm=8"
run=(plain run 4 "$driver" --sequence "$work/sequence" --rounds 2 --type s,d,c,z --check --json)
for modes in plain,auto auto,always,plain again,plain,auto; do
  "${run[@]}" --modes $modes
  must_end run $? 0
  # shellcheck disable=SC2086 # a list of words
  "$rows_check" $modes $counts <"$work/run.out" || fail "$modes: $(cat "$work/run.out")"
done
# What the library itself reports: as many calls as the rows say that it saw, and none of the plain ones.
HETSCALAPACK_REPORT=$work/report.jsonl "${run[@]}" --modes plain,auto
must_end run $? 0
seen=$(sed -n 's/^{"class":"all".*"seen":{"auto":\([0-9]*\)}.*/\1/p' "$work/run.out")
[ "$(wc -l <"$work/report.jsonl")" -eq "${seen:-0}" ] || fail "reported $(wc -l <"$work/report.jsonl"), seen $seen"
! grep -q 'HETSCALAPACK_MODE=never' "$work/report.jsonl" || fail "plain calls reached the library"
# And what is said as rounds end, which adds up to the whole.
said() { grep -h '^xhetreplay: ' "$work"/run.ranks/*/rank.0/stderr; }
whole=$(sed -n 's/^{"class":"all".*"seconds":{"plain":\([0-9.e+-]*\),.*/\1/p' "$work/run.out")
said | awk -v whole="$whole" '/^xhetreplay: round [12] of 2: plain [0-9.e+-]+ s, auto [0-9.e+-]+ s$/ { rounds++; sum += $7 }
  END { exit !(rounds == 2 && sum > 0.98 * whole && sum < 1.02 * whole) }' ||
  fail "rounds are said to take other than $whole s: $(said)"
# A grid without the last process, which makes contexts with the others all the same.
"${run[@]}" --modes plain,auto --grid 1x3
must_end run $? 0
# shellcheck disable=SC2086
"$rows_check" plain,auto $counts <"$work/run.out" || fail "1x3: $(cat "$work/run.out")"
# A round before that does not count.
"${run[@]}" --warmup 1
must_end run $? 0
# shellcheck disable=SC2086
"$rows_check" plain,auto $counts <"$work/run.out" || fail "warmup: $(cat "$work/run.out")"
said | grep -q '^xhetreplay: warm-up round 1 of 1: plain ' || fail "nothing was said of the round before: $(said)"

# Limits: one that nothing passes, one that everything does.
plain limit 4 "$driver" --sequence "$work/sequence" --rounds 1 --limit 1e9
must_end limit $? 0
plain limit 4 "$driver" --sequence "$work/sequence" --rounds 1 --limit 1e-9
must_end limit $? 1
[ "$(of_ranks limit stderr | grep -c 'above the limit')" -eq 5 ] || fail "limit: $(cat "$work/limit.err")"
plain limit 4 "$driver" --sequence "$work/sequence" --rounds 1 --limit 1e-9 --limit-from 1000
must_end limit $? 1
of_ranks limit stderr | grep 'xhetreplay: .*limit\|judged' >"$work/said"
[ "$(wc -l <"$work/said")" -eq 2 ] && grep -q '^xhetreplay: all: .*above the limit' "$work/said" &&
  grep -q '^xhetreplay: not judged, less than 1000 s of plain: contexts, tiny, small, panel$' "$work/said" ||
  fail "limit from: $(cat "$work/limit.err")"

plain limit 4 "$driver" --sequence "$work/sequence" --rounds 1 --limit 1e-9 --limit-added 1e9
must_end limit $? 0

# The table has the same rows, and what it adds to a small call is told for each routine and both grids.
plain table 4 "$driver" --sequence "$work/sequence" --rounds 1 --check
must_end table $? 0
[ "$(grep -c ' PASSED$' "$work/table.out")" -eq 18 ] || fail "table: $(cat "$work/table.out")"
plain overhead 4 "$driver" --overhead --calls 200
must_end overhead $? 0
[ "$(grep -c 'N=8 grid [12]x[12]: .* added -\?[0-9]* ns per call$' "$work/overhead.out")" -eq 8 ] ||
  fail "overhead: $(cat "$work/overhead.out")"

# What it ships and has built in: read to the end, where a limit of nothing is passed over.
for file in "$sequences"/*.txt; do
  grep -v '^ *[a-z]* *[0-9]\{4\}' "$file" | sed 's/\( [0-9]\+\) *\(#.*\)\?$/ 1/' >"$work/short"
  plain shipped 4 "$driver" --sequence "$work/short" --rounds 1 --check
  must_end shipped $? 0
  grep -q '^all .* PASSED$' "$work/shipped.out" || fail "$file: $(cat "$work/shipped.out")"
done

# Those that are installed have no need of a folder.
mkdir -p "$work/bin" "$work/share/hetscalapack"
cp "$driver" "$work/bin/xhetreplay"
cp "$work/sequence" "$work/share/hetscalapack/installed.txt"
plain installed 4 "$work/bin/xhetreplay" --sequence installed.txt --rounds 1 --modes plain,always
must_end installed $? 0

# A setting that an option decides instead, and why calls are left that are to be taken.
HETSCALAPACK_MODE=sometimes HETSCALAPACK_ROUTINES=-getrf,-gemm plain left 4 "$driver" --sequence "$work/sequence" --rounds 1 \
  --modes plain,always
must_end left $? 0
of_ranks left stderr | grep '^xhetreplay: ' | grep -v round >"$work/said"
[ "$(sort "$work/said" | uniq -d)" = "" ] &&
  grep -q 'HETSCALAPACK_MODE=sometimes is not read here: --modes decides' "$work/said" &&
  grep -q 'mode always: left to ScaLAPACK: HETSCALAPACK_ROUTINES' "$work/said" || fail "left: $(cat "$work/said")"

# A wrong result of the library is found, and only there.
HET_SPOIL=entry plain spoiled 4 -x HET_SPOIL -x "LD_PRELOAD=$spoil" "$driver" --sequence "$work/sequence" --rounds 1 --check
must_end spoiled $? 1
grep -q '^tiny *gemm .* FAILED$' "$work/spoiled.out" && grep -q '^tiny *posv .* PASSED$' "$work/spoiled.out" ||
  fail "spoiled: $(cat "$work/spoiled.out")"

about "$driver" "$5" "$6/xhetreplay.1"
refuses "--sequence no/such/file: no such file" --sequence no/such/file
refuses "--sequence nowhere.txt: no such file, here or among those in share/hetscalapack" --sequence nowhere.txt
refuses "no such file" --sequence "$(printf 'x%.0s' {1..300})"
refuses "--modes: is empty" --modes ''
refuses "directory" --sequence "$work"
mkfifo "$work/pipe"
refuses "$work/pipe: is not a regular file" --sequence "$work/pipe"
refuses "--seed" --sequence "$work/sequence" --seed 2
refuses "--overhead" --overhead --rounds 2
refuses "d is there twice" --type d,d
refuses "'2x' is not of the form PxQ" --grid 2x
refuses "huge" --mix huge
refuses "3x3" --grid 3x3
refuses "often" --modes plain,often
refuses "plain" --modes auto,always
refuses "plain" --modes again,auto
refuses "twice" --modes plain,auto,plain
refuses "--limit" --modes plain,always --limit 1
refuses "--limit" --limit-from 1
refuses "--limit" --limit-added 1
refuses "--rounds" --rounds 0
refuses "--seed" --seed -1
refuses "--overhead" --calls 1000
refuses "q" --type d,q
refuses "--nonsense" --nonsense
printf 'gemm 8 8 8 2 1\ngemv 8 8 8 2 1\n' >"$work/wrong"
refuses "line 2: 'gemv'" --sequence "$work/wrong"

# Where a wrong setting switches the library off there is nothing to compare.
HETSCALAPACK_CYCLE_TIMES=1,2 plain off 4 -x HETSCALAPACK_CYCLE_TIMES "$driver" --sequence "$work/sequence" --rounds 1
must_end off $? 2
of_ranks off stderr | grep -q '^xhetreplay: the library leaves all calls alone: HETSCALAPACK_CYCLE_TIMES' ||
  fail "off: $(cat "$work/off.err")"
finish
