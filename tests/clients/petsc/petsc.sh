#!/bin/bash
# petsc.sh ORDER [auto_unequal]: PETSc's ScaLAPACK matrices from Debian's Python, whose interpreter loads PETSc and
# ScaLAPACK at run time and keeps their symbols to the module. With auto_unequal, LU has to be
# worth taking there; the second call may be judged by what the first one took.
. "$(dirname "$0")/../clients.sh"
order=$1 more=${2:-}
modules=$(echo /usr/lib/petscdir/petsc*/*-real/lib/python3/dist-packages)
needed "${modules%% *}/petsc4py" python3-petsc4py-real
export PYTHONPATH=${modules%% *} PYTHONDONTWRITEBYTECODE=1

numbers() { cat "$work/$1.out"; }

ways="auto always moved in_place $more"
every_way 4 1e-9 /usr/bin/python3 "$(dirname "$0")/dense.py" "$order"
took_all "pdgemm:2 pdgetrf:2 pdpotrf:2"
[ -z "$more" ] || took "$more" pdgetrf:2 --min-taken 0.5
finish
