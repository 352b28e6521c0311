#!/bin/bash
# verbose.sh XHETGEMM XHETQR CLIENT: what HETSCALAPACK_VERBOSE tells of a decision, of calls that are left to ScaLAPACK, and
# at exit.
. "$(dirname "$0")/common.sh"
gemm=$1 qr=$2 client=$3
export HETSCALAPACK_CYCLE_TIMES=1,2,3,6 HETSCALAPACK_VERBOSE=2

# says NAME PATTERN: rank 0 wrote such a line.
says() {
  grep -Eq -- "$2" "$work"/"$1".ranks/*/rank.0/stderr && return
  fail "$1: no line $2"
  cat "$work"/"$1".ranks/*/rank.0/stderr >&2
}
once="--grid 2x2 --reps 1 --warmup 0"

# Large enough for a decision: the speeds it is made with, each way, and what each had to stay below. The layout to move to
# is given, since whether it pays to rank layouts for one call depends on how fast the library was built.
# shellcheck disable=SC2086 # lists of words
HETSCALAPACK_GRID=1x3 plain auto 4 "$gemm" --n 1700 --mode auto $once
must_end auto $? 0
says auto 'cycle-times 1,2,3,6 \(given\); the fastest processor has [0-9.]+ Gflop/s in long pdgemm, the network [0-9.]+ GB/s and [0-9.]+ us$'
says auto 'of that speed, update: [0-9]+ % with panels of 64, .*; panel: .* [0-9]+ % with vectors, .*; moves: copies [0-9.]+ GB/s, '
says auto 'hetscalapack: pdgemm 1700 x 1700 x 1700: ScaLAPACK predicted '
says auto 'hetscalapack: pdgemm 1700 x 1700 x 1700: in place on 2 x 2: [0-9.e-]+ s, (not )?below [0-9.e-]+ s \(97 % of ScaLAPACK.s '
says auto 'hetscalapack: pdgemm 1700 x 1700 x 1700: moved to 1 x 3: [0-9.e-]+ s, (not )?below [0-9.e-]+ s \(98 % of '

# One call is one call; and what settings ask for is not compared, but for which setting is said.
# shellcheck disable=SC2086
plain always 4 "$gemm" --n 300 --mode always $once
must_end always $? 0
says always 'in place on 2 x 2: [0-9.e-]+ s, whatever ScaLAPACK.s [0-9.e-]+ s: HETSCALAPACK_MODE=always$'
says always 'hetscalapack: 1 call taken in '

# shellcheck disable=SC2086
HETSCALAPACK_GRID=1x3 plain grid 4 "$gemm" --n 300 --mode always $once
says grid 'moved to 1 x 3: [0-9.e-]+ s, whatever the [0-9.e-]+ s in place: HETSCALAPACK_MODE=always and HETSCALAPACK_GRID=1x3$'
says grid 'hetscalapack: pdgemm 300 x 300 x 300: moved to 1 x 3, [0-9.e-]+ s \(plan .*, move in .*, compute .*, move out '
# shellcheck disable=SC2086
HETSCALAPACK_GRID=caller plain stays 4 "$gemm" --n 300 --mode always $once
says stays 'hetscalapack: pdgemm 300 x 300 x 300: not moved, since HETSCALAPACK_GRID=caller$'
says stays 'hetscalapack: pdgemm 300 x 300 x 300: in place on 2 x 2, [0-9.e-]+ s \(plan [0-9.e-]+, compute [0-9.e-]+\), '

# The real reason, not that it is somebody else's.
# shellcheck disable=SC2086
plain empty 4 "$gemm" --n 8 --k 0 --mode always $once
must_end empty $? 0
says empty 'forwarded \(empty: a dimension is 0\)'
says empty 'hetscalapack: 0 calls taken in '
says empty 'hetscalapack: 1 call forwarded: empty: a dimension is 0$'
# shellcheck disable=SC2086
plain empty_auto 4 "$gemm" --n 8 --k 0 --mode auto $once
says empty_auto 'forwarded \(empty: a dimension is 0\)'
# shellcheck disable=SC2086
plain question 4 "$qr" --n 300 --mode always $once
must_end question $? 0
says question 'pdgeqrf 300 x 300: forwarded \(a question for the size of the workspace\)'
says question 'hetscalapack: 1 call taken in .*, 1 forwarded in '
# shellcheck disable=SC2086
HETSCALAPACK_ROUTINES=-pdgemm plain refused 4 "$gemm" --n 300 --mode always $once
says refused 'forwarded \(HETSCALAPACK_ROUTINES leaves it to ScaLAPACK\)'
# That memory is the reason, and which setting leaves too little of it.
# shellcheck disable=SC2086
HETSCALAPACK_MEMORY_LIMIT=1K plain memory 4 "$gemm" --n 300 --mode always $once
says memory 'forwarded \(memory: a process needs [0-9.]+ MB, more than HETSCALAPACK_MEMORY_LIMIT=1K\)'
says memory 'pdgemm 300 x 300 x 300: not (in place|on [0-9]+ x [0-9]+) \(memory: a process needs [0-9.]+ MB, more than HETSCALAPACK_'

# At exit, why nothing was taken, also where no call was told of.
export HETSCALAPACK_VERBOSE=1
# forwards NAME REASON SETTING arguments...: one product, and that reason alone.
forwards() {
  local name=$1 reason=$2 setting=$3
  shift 3
  # shellcheck disable=SC2086
  plain "$name" 4 env "$setting" "$gemm" $once "$@"
  must_end "$name" $? 0
  says "$name" 'hetscalapack: 0 calls taken in 0 s, 1 forwarded in '
  says "$name" "hetscalapack: 1 call forwarded: $reason\$"
  [ "$(grep -h 'call.* forwarded: ' "$work/$name".ranks/*/rank.*/stderr | wc -l)" -eq 1 ] || fail "$name: other reasons"
}
small='small: calls below 2e.09 operations per process are looked at after others of their kind and size have done 5e.08'
forwards too_small 'too small: less than 2e.06 operations per process, or a dimension below 128' A=1 --n 150 --mode auto
forwards small "$small" A=1 --n 800 --mode auto
forwards off_small 'HETSCALAPACK_ROUTINES leaves it to ScaLAPACK' HETSCALAPACK_ROUTINES=-gemm --n 800 --mode auto
forwards off_too_small 'HETSCALAPACK_ROUTINES leaves it to ScaLAPACK' HETSCALAPACK_ROUTINES=-gemm --n 150 --mode auto
forwards off 'HETSCALAPACK_ROUTINES leaves it to ScaLAPACK' HETSCALAPACK_ROUTINES=-gemm --n 300 --mode always
forwards memory_limit 'memory: a process needs [0-9.]+ MB, more than HETSCALAPACK_MEMORY_LIMIT=1K' \
  HETSCALAPACK_MEMORY_LIMIT=1K --n 300 --mode always
forwards long 'HETSCALAPACK_MEMORY_LIMIT=512m: .*[.][.][.]' HETSCALAPACK_MEMORY_LIMIT=512m --n 300 --mode always
forwards wrong 'HETSCALAPACK_GRID=9x9: the context has only 4 processes' HETSCALAPACK_GRID=9x9 --n 300 --mode always
early='speeds are measured for a call of 8e.09 operations per process, or once calls have done 2e.10, or taken 1 s'
forwards early "$early" \
  HETSCALAPACK_CYCLE_TIMES=measure --n 1700 --mode auto
# A program of which the library is told to take nothing.
HETSCALAPACK_MODE=never preloaded never 4 "$client" product
says never 'hetscalapack: 0 calls taken in '
says never 'hetscalapack: [0-9]+ calls? forwarded: HETSCALAPACK_MODE=never$'
# What a killed program left of its last line does not take the next one with it.
printf '{"routine": "pd' >"$work/torn.json"
HETSCALAPACK_REPORT="$work/torn.json" HETSCALAPACK_MODE=never preloaded torn 4 "$client" product
[ "$(sed -n 1p "$work/torn.json")" = '{"routine": "pd' ] || fail "torn: the first line is not as it was"
sed -n 2p "$work/torn.json" | grep -q '^{.*}$' || fail "torn: the second line is no object"
finish
