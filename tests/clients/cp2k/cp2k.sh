#!/bin/bash
# cp2k.sh INPUT "WAYS" "WAY ROUTINE:CALLS [REPORT_CHECK'S DEMANDS]"...: CP2K, diagonalising by ScaLAPACK, in the ways and
# with the demands on their reports.
. "$(dirname "$0")/../clients.sh"
needed /usr/bin/cp2k.psmp cp2k
export CP2K_DATA_DIR=/usr/share/cp2k
needed $CP2K_DATA_DIR cp2k-data
file=$(cd "$(dirname "$0")" && pwd)/$1
ways=$2
cd "$work" || exit 1

# The energies of all steps and the last, to all digits; of all atoms the forces.
numbers() {
  awk '/ENERGY\| Total/ { print $NF }
    $2 ~ /Diag/ && NF == 7 { print $6 }
    /ATOMIC FORCES/ { forces = !/SUM OF/ }
    forces && NF == 6 && $1 ~ /^[0-9]+$/ { print $4; print $5; print $6 }' "$work/$1.out"
}

every_way 4 1e-11 /usr/bin/cp2k.psmp "$file"
for demand in "${@:3}"; do
  read -ra words <<<"$demand"
  took "${words[@]}"
done
finish
