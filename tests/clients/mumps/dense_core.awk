# dense_core.awk: prints a matrix for MUMPS's example programs. `core` unknowns depend on one another, and become the
# root of the elimination tree; `tail` further ones hang on one of them each. The right-hand side are the sums of the
# rows, so that all unknowns are 1. Entries have four decimals, and these sums are exact.
function random() {
  seed = (seed * 16807) % 2147483647 # Park and Miller: below 2^46, exact in a double
  return (seed % 20001 - 10000) / 10000
}

function number(re, im) {
  return complex ? sprintf("(%.4f,%.4f)", re, im) : sprintf("%.4f", re)
}

function entry(i, j, re, im) {
  sum_re[i] += re
  sum_im[i] += im
  print i, j, number(re, im)
}

BEGIN {
  seed = 1
  print core + tail
  print core * core + 3 * tail
  for (i = 1; i <= core; ++i)
    for (j = 1; j <= core; ++j) {
      re = random()
      entry(i, j, re, complex ? random() : 0)
    }
  for (i = 1; i <= tail; ++i) {
    j = i * 7 % core + 1
    entry(core + i, core + i, 4, 1)
    entry(core + i, j, random(), 1)
    entry(j, core + i, 1, random())
  }
  for (i = 1; i <= core + tail; ++i) print number(sum_re[i], sum_im[i])
}
