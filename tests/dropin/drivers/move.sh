#!/bin/bash
# move.sh DRIVER VERSION MAN: xhetmove between block sizes and grids, each element checked; bad input.
. "$(dirname "$0")/../common.sh"
. "$(dirname "$0")/about.sh"
driver=$1
about "$driver" "$2" "$3/xhetmove.1"

for options in "--to 12" "--to 8 --to-grid 1x3" "--grid 1x1 --to-grid 2x2"; do
  for letter in s d c z; do
    # shellcheck disable=SC2086 # a list of words
    plain moved 4 "$driver" --n 100 --nb 8 --reps 2 --type "$letter" $options --json
    must_end moved $? 0
    grep -q "\"routine\":\"p${letter}gemr2d\".*\"passed\":true" "$work/moved.out" ||
      fail "$options: $(cat "$work/moved.out")"
  done
done
plain words 4 "$driver" --n 64 --reps 1
must_end words $? 0
grep -q PASSED "$work/words.out" || fail "words: $(cat "$work/words.out")"

# Nothing is compared where the library leaves the call.
HETSCALAPACK_ROUTINES=-gemr2d plain left 4 "$driver" --n 64 --reps 1
must_end left $? 1
grep -q "NOT TAKEN" "$work/left.out" && ! grep -q PASSED "$work/left.out" &&
  of_ranks left stderr | grep -q "pdgemr2d of order 64 was left to it: HETSCALAPACK_ROUTINES" ||
  fail "left: $(cat "$work/left.out" "$work/left.err")"

refusing=4
refuses "12x" --n 12x
refuses "a whole number above 0" --n 0
refuses "99999999999 is too large" --n 99999999999
refuses "not enough memory for --n 2147483647" --n 2147483647
refuses "3x3" --to-grid 3x3
refuses "--type: 'q' is none of s, d, c, z" --type q
refuses "--nonsense" --nonsense
finish
