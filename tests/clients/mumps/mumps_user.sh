#!/bin/bash
# mumps_user.sh PROGRAM LETTER SYM PAR CORE ROUTINE: our program that uses MUMPS. ROUTINE is what the root is
# factored with.
. "$(dirname "$0")/../clients.sh"
program=$1 letter=$2 routine=$6
shift
arguments=("${@:1:4}")
bound=1e-10
[[ $letter == [sc] ]] && bound=2e-2

numbers() { cat "$work/$1.out"; }

ways="auto always moved in_place"
every_way 4 $bound "$program" "${arguments[@]}"
grep -h residual "$work"/*.err | sort | uniq -c
took_all "$routine:3"
finish
