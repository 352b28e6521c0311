#!/bin/bash
# simpletest.sh LETTER: MUMPS's example program of that precision, as Debian has it. It solves what it reads with an
# unsymmetric matrix; the root of its elimination tree is large enough for ScaLAPACK's LU.
. "$(dirname "$0")/../clients.sh"
letter=$1
program=/usr/lib/mumps/${letter}simpletest
needed "$program" mumps-test
core=820 tail=100
parts=1 bound=1e-10
[[ $letter == [cz] ]] && parts=2
[[ $letter == [sc] ]] && bound=2e-2
unknowns=$((core + tail))

numbers() {
  awk '/Solution is/ { on = 1; sub(/.*is/, "") } on { gsub(/[(),]/, " "); for (i = 1; i <= NF; ++i) print $i }' \
    "$work/$1.out" | head -n $((parts * unknowns))
}

awk -v core=$core -v tail=$tail -v complex=$((parts - 1)) -f "$(dirname "$0")/dense_core.awk" >"$work/matrix"
ways="auto always moved in_place"
every_way 4 $bound sh -c 'exec "$0" <"$1"' "$program" "$work/matrix"
grep -q 'selected for Scalapack' "$work/plain.out" || fail "plain: MUMPS kept its root from ScaLAPACK"
awk -v n=$unknowns -v parts=$parts 'BEGIN { for (i = 0; i < n; ++i) print parts == 1 ? 1 : "1\n0" }' >"$work/ones"
within $bound "$work/ones" "$work/plain.numbers" || fail "plain: the unknowns are not 1"
took_all "p${letter}getrf:1"
finish
