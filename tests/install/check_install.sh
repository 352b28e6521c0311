#!/bin/sh
# check_install.sh WAY PREFIX LIBDIR SCRATCH: builds programs against the installed tree in one of a user's ways
# and runs each on 4 ranks; the library has to say that it is active, and its report that a call was taken: the product, or what the solvers solve and fit factor inside.
#   WAY: pkg-config, cmake, cmake-fortran, makefile, preload; programs runs what the prefix itself has
set -eu
way=$1 prefix=$2 libdir=$2/$3 scratch=$4/$1
sources=$(cd "$(dirname "$0")" && pwd)
: "${CC:=cc}" "${CXX:=c++}" "${FC:=gfortran}" "${MPIEXEC:=mpirun}" "${SCALAPACK_LIBS:=-lscalapack-openmpi}" "${SECONDS_EACH:=60}"

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

# check PROGRAM [mpirun options...]: one run.
check() {
  program=$1
  shift
  rm -f report.json
  echo "== $way: $program"
  HETSCALAPACK_MODE=always HETSCALAPACK_VERBOSE=1 HETSCALAPACK_CYCLE_TIMES=1,2,3,6 \
    HETSCALAPACK_REPORT=$scratch/report.json \
    timeout --kill-after=5 "$SECONDS_EACH" "$MPIEXEC" -np 4 "$@" "./$program" >output.txt 2>&1 ||
    { cat output.txt; echo "$program failed"; exit 1; }
  cat output.txt
  grep -Eq '^ *(product|solution) right' output.txt || { echo "no right result"; exit 1; }
  grep -qi 'hetscalapack.*active' output.txt || { echo "the library does not say that it is active"; exit 1; }
  grep -Eq '"taken": ?true' report.json || { echo "the report shows no call taken"; exit 1; }
}

case $way in
  pkg-config)
    PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
    # shellcheck disable=SC2046 # lists of words
    $CC $(pkg-config --cflags hetscalapack) -o product_c "$sources/product.c" $(pkg-config --libs hetscalapack) -lm
    # shellcheck disable=SC2046
    $FC -o product_f "$sources/product.f90" $(pkg-config --libs hetscalapack)
    # A linker that drops libraries of which nothing is used by name must still keep ours.
    # shellcheck disable=SC2046
    $CC $(pkg-config --cflags hetscalapack) -o solve "$sources/solve.c" -Wl,--as-needed $(pkg-config --libs hetscalapack) -lm
    # shellcheck disable=SC2046
    $FC -o fit "$sources/fit.f90" -Wl,--as-needed $(pkg-config --libs hetscalapack)
    # shellcheck disable=SC2046
    $CXX $(pkg-config --cflags hetscalapack) -o cholesky "$sources/cholesky.cpp" $(pkg-config --libs hetscalapack)
    for program in product_c product_f solve fit cholesky; do check $program; done
    # shellcheck disable=SC2046
    $CC -o plan $(pkg-config --cflags hetblacs) "$sources/plan.c" $(pkg-config --libs hetblacs) -lm
    ./plan
    ;;
  cmake)
    cmake -S "$sources/cmake" -B . -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release >configure.txt
    cmake --build . >build.txt || { cat build.txt; exit 1; }
    for program in product_c product_f product_static per_call solve fit solve_static cholesky cholesky_static; do check $program; done
    ./plan
    ./plan_static
    ;;
  cmake-fortran)
    cmake -S "$sources/cmake_fortran" -B . -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release >configure.txt
    cmake --build . >build.txt || { cat build.txt; exit 1; }
    for program in product_f product_static fit timed timed_static per_call; do check $program; done
    ;;
  makefile)
    make -s -f "$sources/make/Makefile" HETSCALAPACK="$libdir/hetscalapack" SOURCES="$sources"
    for program in product_c product_f product_static solve fit solve_static; do check $program; done
    ;;
  preload)
    # shellcheck disable=SC2086 # a list of words
    mpicc -o product_c "$sources/product.c" $SCALAPACK_LIBS -lm
    # shellcheck disable=SC2086
    mpifort -o product_f "$sources/product.f90" $SCALAPACK_LIBS
    # shellcheck disable=SC2086
    mpicc -o solve "$sources/solve.c" $SCALAPACK_LIBS -lm
    # shellcheck disable=SC2086
    mpifort -o fit "$sources/fit.f90" $SCALAPACK_LIBS
    for program in product_c product_f solve fit; do
      check $program -x LD_PRELOAD="$libdir/libhetscalapack.so"
    done
    ;;
  programs)
    test -s "$prefix/share/hetscalapack/platforms/bprr99-switch10.xml" || { echo "no platforms"; exit 1; }
    "$prefix/bin/hetplan" grid --cycle-times 1,2,3,6 --grid 2x2 --json >plan.json
    grep -q '"optimal": *true' plan.json || { cat plan.json; echo "no optimal plan"; exit 1; }
    timeout --kill-after=5 "$SECONDS_EACH" "$MPIEXEC" -np 4 "$prefix/bin/xhetgemm" \
      --n 200 --nb 16 --grid 2x2 --type d --mode always --check
    # shellcheck disable=SC2086 # a list of words
    mpicc -o product_c "$sources/product.c" $SCALAPACK_LIBS -lm
    HETSCALAPACK_MODE=always HETSCALAPACK_VERBOSE=1 timeout --kill-after=5 "$SECONDS_EACH" \
      "$prefix/bin/hetrun" --cycle-times 1,2,3,6 --preload -- ./product_c >output.txt 2>&1 || { cat output.txt; exit 1; }
    cat output.txt
    grep -q 'product right' output.txt && grep -qi 'hetscalapack.*active' output.txt
    ;;
  *)
    echo "unknown way $way" >&2
    exit 2
    ;;
esac
