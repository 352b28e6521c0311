#!/bin/bash
# petsc.sh ORDER [WAY_THAT_TAKES]: PETSc's ScaLAPACK matrices from Debian's Python, whose interpreter loads PETSc and
# ScaLAPACK at run time and keeps their symbols to the module. WAY_THAT_TAKES is one more way, which has to take the calls.
. "$(dirname "$0")/../clients.sh"
order=$1 more=${2:-}
modules=$(echo /usr/lib/petscdir/petsc*/*-real/lib/python3/dist-packages)
needed "${modules%% *}/petsc4py" python3-petsc4py-real
export PYTHONPATH=${modules%% *} PYTHONDONTWRITEBYTECODE=1

numbers() { cat "$work/$1.out"; }

ways="$ways $more"
every_way 4 1e-9 /usr/bin/python3 "$(dirname "$0")/dense.py" "$order"
routines="pdgemm:2 pdgetrf:2 pdpotrf:2"
took_all "$routines"
[ -z "$more" ] || took "$more" "$routines" --min-taken 1
finish
