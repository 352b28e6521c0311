#!/bin/bash
# petsc.sh ORDER [auto_unequal|auto_measured]: PETSc's ScaLAPACK matrices from Debian's Python, whose interpreter loads
# PETSc and ScaLAPACK at run time and keeps their symbols to the module. With auto_unequal, LU has to be worth taking there;
# the second call may be judged by what the first one took. With auto_measured, which is then the only way, the program does
# all of it three times in a row: the library has to find out how fast the processes are, and to use it.
. "$(dirname "$0")/../clients.sh"
order=$1 more=${2:-}
modules=$(echo /usr/lib/petscdir/petsc*/*-real/lib/python3/dist-packages)
needed "${modules%% *}/petsc4py" python3-petsc4py-real
export PYTHONPATH=${modules%% *} PYTHONDONTWRITEBYTECODE=1

numbers() { cat "$work/$1.out"; }

times=1 ways="auto always moved in_place $more"
[ "$more" != auto_measured ] || times=3 ways=$more
every_way 4 1e-9 /usr/bin/python3 "$(dirname "$0")/dense.py" "$order" $times
took_all "pdgemm:$((2 * times)) pdgetrf:$((2 * times)) pdpotrf:$((2 * times))"
case $more in
  auto_unequal) took $more pdgetrf:2 --min-taken 0.5 ;;
  auto_measured)
    took $more "pdgemm:6 pdgetrf:6 pdpotrf:6" --last 4 --min-taken 0.75 --speeds "$(cat "$work/$more.speeds")" --apart 0.4
    ;;
esac
finish
