#!/bin/bash
# espresso.sh gamma|k_points: Quantum ESPRESSO's pw.x, whose subspaces are diagonalised by ScaLAPACK on 2 x 2 processes,
# one block for each: real matrices at the gamma point, complex ones elsewhere.
. "$(dirname "$0")/../clients.sh"
needed /usr/bin/pw.x quantum-espresso
examples=/usr/share/doc/quantum-espresso/examples
needed $examples quantum-espresso-data
cell=$(cd "$(dirname "$0")" && pwd)/silicon.in
cd "$work" || exit 1
find $examples -name 'Si.pz-vbc.UPF*' -exec zcat -f {} \; -quit >Si.pz-vbc.UPF
[ -s Si.pz-vbc.UPF ] || { fail "no Si.pz-vbc.UPF in $examples"; finish; }
case $1 in
  gamma) points='K_POINTS gamma' routine=pdpotrf ;;
  k_points) points='K_POINTS automatic\n 2 1 1 1 1 1' routine=pzpotrf ;;
esac
{ cat "$cell" && echo -e "$points"; } >silicon.in

# The energy, of all atoms the forces.
numbers() {
  sed -n 's/^! *total energy *= *\([-0-9.]*\) Ry/\1/p; s/^ *atom .* force = *//p' "$work/$1.out" | tr -s ' ' '\n'
}

every_way 4 1e-9 /usr/bin/pw.x -ndiag 4 -i silicon.in
[ "$(wc -l <plain.numbers)" -eq 25 ] || fail "plain: not one energy and eight forces"
# pdgemm: from P?SYEVD or P?HEEVD, divide and conquer
took_all "$routine:10 pdgemm:10"
finish
