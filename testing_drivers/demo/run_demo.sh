#!/bin/bash
# run_demo.sh BUILD_DIR: ordinary ScaLAPACK programs on an emulated cluster of unequal computers, plain and with the
# library preloaded, in turn. Prints a table; pictures of the distribution go to demo-output/.
# From the environment, if others are wanted: DEMO_CYCLE_TIMES, DEMO_GRID (P Q), DEMO_N (for all programs), DEMO_NB,
# DEMO_RUNS. With DEMO_TOLD=1 each program also runs with the library told the cycle-times that it otherwise measures; the
# table then has that time, and the measured one's ratio to it in the same turn: median, least and largest.
set -u
export LC_ALL=C
build=${1:?usage: run_demo.sh BUILD_DIR}
cycle_times=${DEMO_CYCLE_TIMES:-1,2,3,6}
read -r nprow npcol <<<"${DEMO_GRID:-2 2}"
nb=${DEMO_NB:-64} runs=${DEMO_RUNS:-1} told=${DEMO_TOLD:-0}
output=demo-output
limit=400 # seconds for one run

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output" || exit 1

# What the table shows, one line each: what is computed|the program|its routine|N. Calls so large that the library finds
# it worth to measure the speeds first.
jobs="matrix product|example_matmul_c|pdgemm|3600
LU|example_solve_lu|pdgetrf|5200
QR, 3N/2 x N|example_least_squares|pdgeqrf|3400
Cholesky|example_cholesky|pdpotrf|6500"

die() {
  echo "demo: $*" >&2
  exit 1
}

# run_once NAME PROGRAM N hetrun-options...: one run; its line goes to NAME.lines, hetrun's measurements to NAME.speeds.
run_once() {
  local name=$1 program=$2 n=$3
  shift 3
  timeout --kill-after=10 $limit "$build/bin/hetrun" --cycle-times "$cycle_times" --json "$work/hetrun.json" "$@" -- \
    "$build/bin/$program" "$n" "$nb" "$nprow" "$npcol" </dev/null >"$work/out" 2>"$work/err" ||
    { cat "$work/out" "$work/err" >&2; die "$program $* failed"; }
  grep '^hetrun: warning' "$work/err" >&2 # other programs on the cores, which spoil what follows
  grep ' seconds=.* residual=' "$work/out" >>"$work/$name.lines" || die "$program $* printed no result"
  sed -n 's/.*"speed_measured": *\([0-9.eE+-]*\).*/\1/p' "$work/hetrun.json" | paste -sd' ' >>"$work/speeds"
}

# values NAME KEY: that number of every run.
values() {
  sed -n "s/.* $2=\([^ ]*\).*/\1/p" "$work/$1.lines"
}

median() {
  sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# ratios NAME NAME: of the seconds of two variants, turn by turn: median, least and largest.
ratios() {
  local each
  each=$(paste <(values "$1" seconds) <(values "$2" seconds) | awk '{ print $1 / $2 }' | sort -g)
  printf '%.2f (%.2f to %.2f)' "$(median <<<"$each")" "$(head -n 1 <<<"$each")" "$(tail -n 1 <<<"$each")"
}

# The speed of each rank, median over the runs, relative to the fastest.
measured_speeds() {
  local rank ranks
  ranks=$(head -n 1 "$work/speeds" | wc -w)
  for rank in $(seq "$ranks"); do cut -d' ' -f"$rank" "$work/speeds" | median; done | paste -sd' '
}

# Equal shares end with the slowest rank, ideal shares with all at once: sum of speeds / (ranks * slowest speed).
best_speedup() {
  echo "$1" | awk '{ least = $1; for (i = 1; i <= NF; ++i) { sum += $i; if ($i < least) least = $i }
                     printf "%.2f", sum / (NF * least) }'
}

ways="plain and with the library" told_header=""
if [ "$told" = 1 ]; then
  ways="plain, with the library, plain, and with it told the cycle-times,"
  told_header=$(printf ' %10s  %-21s' "time told" "measured / told")
fi
echo "Emulated cluster: cycle-times $cycle_times, grid ${nprow}x$npcol, NB = $nb; runs of each program, $ways in turn: $runs"
rows="" failed=0
while IFS='|' read -r label program routine n; do
  n=${DEMO_N:-$n}
  [ -x "$build/bin/$program" ] || die "$build/bin/$program is missing"
  for _ in $(seq "$runs"); do
    run_once "$routine.plain" "$program" "$n"
    run_once "$routine.balanced" "$program" "$n" --preload
    [ "$told" = 1 ] || continue
    # Behind a plain run as well: pages that a run has just given back are cheaper for the next one, above all on virtual
    # machines that return memory to their hosts.
    run_once "$routine.plain" "$program" "$n"
    run_once "$routine.told" "$program" "$n" --preload -x "HETSCALAPACK_CYCLE_TIMES=$cycle_times"
  done
  plain=$(values "$routine.plain" seconds | median)
  balanced=$(values "$routine.balanced" seconds | median)
  best=$(best_speedup "$(measured_speeds)")
  verdict=PASSED
  if grep -qv PASSED "$work/$routine".*.lines; then verdict=FAILED failed=1; fi
  beside=""
  if [ "$told" = 1 ]; then
    beside=$(printf ' %10.3f  %-21s' "$(values "$routine.told" seconds | median)" "$(ratios "$routine.balanced" "$routine.told")")
  fi
  rows+=$(awk -v label="$label" -v n="$n" -v plain="$plain" -v balanced="$balanced" -v best="$best" -v verdict="$verdict" \
    -v beside="$beside" \
    -v r1="$(values "$routine.plain" residual | sort -g | tail -n 1)" \
    -v r2="$(values "$routine.balanced" residual | sort -g | tail -n 1)" \
    'BEGIN { printf "%-16s %6d %10.3f %10.3f %8.2f %13.2f %12.1e %12.1e%s  %s", label, n, plain, balanced,
             plain / balanced, best, r1, r2, beside, verdict }')$'\n'
done <<<"$jobs"

echo "Relative speeds measured under the emulation, rank by rank: $(printf '%.2f ' $(measured_speeds))"
echo
printf '%-16s %6s %10s %10s %8s %13s %12s %12s%s\n' "" N "time plain" "time with" speedup "best possible" "resid. plain" \
  "resid. with" "$told_header"
printf '%s' "$rows"
echo

"$build/bin/hetplan" grid --cycle-times "$cycle_times" --grid "${nprow}x$npcol" \
  --png "$output/distribution.png" --svg "$output/distribution.svg" >"$output/distribution.txt" ||
  die "hetplan drew no picture"
echo "With the exact cycle-times: $(grep -o 'up to .* times as fast as equal shares' "$output/distribution.txt")"
echo "Which block belongs to which process: $output/distribution.png, $output/distribution.svg"
exit $failed
