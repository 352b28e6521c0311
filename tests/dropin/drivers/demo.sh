#!/bin/bash
# demo.sh RUN_DEMO BUILD_DIR: the demo at a small order, as make demo runs it and with the library told the cycle-times as
# well: one line for each program with as many columns as the header says, right results, and pictures.
. "$(dirname "$0")/../common.sh"
script=$1 build=$(cd "$2" && pwd)
cd "$work" || exit 1
unset ${!DEMO_@} ${!HETSCALAPACK_@}
export DEMO_N=300

number='[0-9][0-9.]*' residual='[0-9.]*e[-+][0-9]*'
labels="matrix product:LU:QR, 3N/2 x N:Cholesky"

# shows NAME HEADER COLUMNS: a run of the demo ended well, and its table has that header and for each program its columns.
shows() {
  local name=$1 label
  grep -Eq "^ +N +$2 *\$" "$name.out" || fail "$name: other columns than $2"
  while read -r -d: label; do
    grep -Eq "^$label +300( +$number){4}( +$residual){2}$3 +PASSED\$" "$name.out" || fail "$name: no line of $label"
  done <<<"$labels:"
}

# demo NAME SETTING=VALUE...
demo() {
  local name=$1
  shift
  rm -rf demo-output
  env "$@" timeout --kill-after=5 "$HET_SECONDS" "$script" "$build" >"$name.out" 2>"$name.err" </dev/null
  must_end "$name" $? 0
  cat "$name.out"
}

# drawn: the patterns of the 2 x 2 grid, 4 x 3 blocks, are in the text and in both pictures.
drawn() {
  grep -q 'times as fast as equal shares' demo-output/distribution.txt || fail "no plan in words"
  [ "$(grep -o '<\(path\|rect\)' demo-output/distribution.svg | wc -l)" -ge 12 ] || fail "no picture as SVG"
  [ "$(head -c 8 demo-output/distribution.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] &&
    [ "$(wc -c <demo-output/distribution.png)" -ge 5000 ] || fail "no picture as PNG"
}

header='time plain +time with +speedup +best possible +resid. plain +resid. with'
demo measured
shows measured "$header" ''
drawn
demo told DEMO_TOLD=1 HETSCALAPACK_MODE=always HETSCALAPACK_REPORT="$work/report.jsonl"
shows told "$header +time told +measured / told" " +$number +$number \\($number to $number\\)"
drawn
# Of the two variants with the library one was told, and the other was not.
reported=$(grep -c '"cycle_times"' report.jsonl) told=$(grep -c '"cycle_times":\[1.0,2.0,3.0,6.0\]' report.jsonl)
[ "$told" -ge 4 ] && [ "$reported" -eq $((2 * told)) ] || fail "$told of $reported calls knew the cycle-times that were told"
finish
