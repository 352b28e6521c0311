#!/bin/sh
# man_pages.sh GROFF FOLDER: every page in FOLDER is set without a warning, has the sections that readers look for, and no
# line of its text is too long for 80 columns.
groff=$1 folder=$2
failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}
[ -x "$groff" ] || fail "groff was not found when the build was configured; make deps installs it"
for page in "$folder"/*.[17]; do
  warnings=$("$groff" -man -ww -z -Tutf8 "$page" 2>&1) || fail "$page: groff"
  [ -z "$warnings" ] || fail "$page: $warnings"
  name=$(basename "${page%.[17]}") own=OPTIONS
  [ "$page" = "$folder/$name.1" ] || own=ENVIRONMENT
  for section in NAME SYNOPSIS DESCRIPTION "$own" EXAMPLES "SEE ALSO"; do
    grep -q "^.SH $section" "$page" || fail "$page: no section $section"
  done
  grep -q "^$name " "$page" || fail "$page: NAME does not begin with $name"
  long=$("$groff" -man -Tascii -P-c -P-b -P-u "$page" | awk 'length > 80')
  [ -z "$long" ] || fail "$page: more than 80 columns: $long"
done
[ "$failures" -eq 0 ]
