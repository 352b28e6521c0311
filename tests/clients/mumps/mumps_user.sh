#!/bin/bash
# mumps_user.sh PROGRAM LETTER SYM PAR CORE ROUTINE [WAY_THAT_TAKES]: our program that uses MUMPS. ROUTINE is what the
# root is factored with; WAY_THAT_TAKES is one more way, which has to take it.
. "$(dirname "$0")/../clients.sh"
program=$1 letter=$2 routine=$6 more=${7:-}
shift
arguments=("${@:1:4}")
bound=1e-10
[[ $letter == [sc] ]] && bound=2e-2

numbers() { cat "$work/$1.out"; }

ways="$ways $more"
every_way 4 $bound "$program" "${arguments[@]}"
grep -h residual "$work"/*.err | sort | uniq -c
took_all "$routine:3"
[ -z "$more" ] || took "$more" "$routine:3" --min-taken 1
finish
