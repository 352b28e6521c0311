# Read by the tests of drivers: what each of them says of itself and of bad input.

# about DRIVER VERSION PAGES...: the version, once and not from every rank; options that the manual pages have, without
# residue of the parser; flags that take no value.
about() {
  local driver=$1 version=$2 option lost
  shift 2
  plain version 4 "$driver" --version
  must_end version $? 0
  [ "$(cat "$work/version.out")" = "$version" ] || fail "version: $(cat "$work/version.out")"
  plain help 1 "$driver" --help
  must_end help $? 0
  sed 's/\\-/-/g' "$@" >"$work/page" || fail "no manual page: $*"
  for option in $(grep -o '^ *\(-h,\)\?--[a-z-]*' "$work/help.out" | sed 's/.*--/--/'); do
    grep -q -e "$option\\b" "$work/page" || fail "$option is not in $*"
  done
  grep -q -- --version "$work/help.out" || fail "help: $(cat "$work/help.out")"
  ! grep -q '[{}]\|[A-Z]:[A-Z]\|Excludes\|Needs' "$work/help.out" || fail "help: $(cat "$work/help.out")"
  [ -z "$(awk 'length > 80' "$work/help.out")" ] || fail "help in more than 80 columns: $(cat "$work/help.out")"
  refuses "--json: takes no value" --json=false
  # What is printed and gets nowhere; mpirun would take it from the process.
  for lost in '>/dev/full' '>&-'; do
    timeout --kill-after=5 "$HET_SECONDS" bash -c "'$driver' --version $lost" 2>"$work/lost"
    must_end lost $? 1
    grep -q "^$(basename "$driver"): standard output cannot be written: " "$work/lost" || fail "lost: $(cat "$work/lost")"
  done
}

# refuses TEXT options...: exit code 2 and one line that names the value, on the fewest processes that the driver has a grid for.
refusing=2
refuses() {
  local text=$1
  shift
  plain bad "$refusing" "$driver" "$@"
  must_end bad $? 2
  of_ranks bad stderr | grep -v '^-- ' >"$work/said"
  [ "$(wc -l <"$work/said")" -eq 1 ] && grep -qF -- "$text" "$work/said" || fail "$*: $(cat "$work/said")"
}
