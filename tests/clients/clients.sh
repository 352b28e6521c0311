# Read by the scripts that run programs of other people, unmodified, plain and with the library in every rank. A script
# defines `numbers NAME`: prints the results of the run NAME, one number per line.
. "$(dirname "${BASH_SOURCE[0]}")/../dropin/common.sh"
cycle_times=1,2,3,6

needed() {
  [ -e "$1" ] || { fail "$1: not there, install $2"; finish; }
}

# within BOUND FILE FILE: as many numbers in both, and none further apart than BOUND times the largest. What is no
# number is shown and not let through: a NaN would differ from nothing.
within() {
  if grep -Ev '^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$' "$2" "$3"; then
    return 1
  fi
  paste "$2" "$3" | awk -v bound="$1" 'function size(x) { return x < 0 ? -x : x }
    NF != 2 { print "not as many numbers"; missing = 1; exit 1 }
    { if (size($1) > largest) largest = size($1); if (size($1 - $2) > apart) apart = size($1 - $2) }
    END {
      if (missing) exit 1
      if (largest == 0) exit 1
      printf "%d numbers, at most %.1e of the largest apart\n", NR, apart / largest
      exit !(apart <= bound * largest)
    }'
}

# emulated NAME RANKS command...: preloaded on processes that hetrun makes as unequal as the `cycle_times`, one for each;
# the share of a core that each got, by hetrun's measure, goes to NAME.speeds.
emulated() {
  local name=$1
  shift 2
  timeout --kill-after=5 "$HET_SECONDS" "$HET_HETRUN" --cycle-times $cycle_times --json "$work/$name.hetrun" \
    --preload "$HET_PRELOAD" -- "$@" </dev/null >"$work/$name.out" 2>"$work/$name.err" || return
  grep 'hetrun: warning:' "$work/$name.err"
  sed -n 's/.*"share": *\([0-9.eE+-]*\).*/\1/p' "$work/$name.hetrun" | paste -sd, >"$work/$name.speeds"
}

# with_library NAME RANKS "SETTING=VALUE ..." BOUND command...: one run with the library, whose results must be plain's.
with_library() {
  local name=$1 ranks=$2 settings=$3 bound=$4 setting run=preloaded
  shift 4
  [ "$name" != auto_measured ] || run=emulated
  for setting in REPORT="$work/$name.jsonl" $settings; do local -x "HETSCALAPACK_${setting?}"; done
  $run "$name" "$ranks" "$@"
  must_end "$name" $? 0
  numbers "$name" >"$work/$name.numbers"
  echo "$name:"
  within "$bound" "$work/plain.numbers" "$work/$name.numbers" || { fail "$name: not plain's results"; show "$name"; }
}

# every_way RANKS BOUND command...: plain, and each of the `ways`:
#   auto          as a user runs it who sets nothing
#   auto_unequal  auto where one process is six times as slow as another
#   auto_measured as a user runs it who sets nothing, on processes as unequal, of which nobody told the library
#   always        all calls taken, where the model thinks best for unequal processes
#   moved         all calls taken, moved to a grid that leaves one process out (at least three on the program's own)
#   in_place      all calls taken, computed in the caller's own layout
ways="auto always in_place"
every_way() {
  local ranks=$1 bound=$2 way
  shift 2
  local -A settings=([auto]="MODE=auto" [auto_unequal]="MODE=auto CYCLE_TIMES=$cycle_times" [auto_measured]=""
    [always]="MODE=always CYCLE_TIMES=$cycle_times"
    [moved]="MODE=always CYCLE_TIMES=$cycle_times GRID=1x3" [in_place]="MODE=always GRID=caller")
  plain plain "$ranks" "$@"
  must_end plain $? 0
  [ "$failures" -eq 0 ] || finish
  numbers plain >"$work/plain.numbers"
  for way in $ways; do with_library "$way" "$ranks" "${settings[$way]}" "$bound" "$@"; done
}

# took WAY "ROUTINE:CALLS ..." demands...: the run of that way saw at least so many calls of each routine, and the demands
# of report_check hold for all calls of it.
took() {
  local way=$1 demand
  for demand in $2; do
    echo "$way:"
    report_must "$work/$way.jsonl" --routine "${demand%:*}" --min-calls "${demand#*:}" "${@:3}"
  done
}

# took_all "ROUTINE:CALLS ...": seen where the library decides, taken in each other of the `ways`, and as it says.
took_all() {
  local way
  for way in $ways; do
    case $way in
      auto*) took "$way" "$1" ;;
      moved | in_place) took "$way" "$1" --min-taken 1 --way "$way" ;;
      *) took "$way" "$1" --min-taken 1 ;;
    esac
  done
}
