# dense.py ORDER [TIMES]: a user's program on PETSc's ScaLAPACK matrices: products, and systems solved by LU and by
# Cholesky, the matrices of the type itself and dense ones that the solver brings there, all of it so many times in a row.
# Prints the results, one number per line, and ends with 1 when a solution is wrong.
import sys

import numpy
import petsc4py

petsc4py.init(sys.argv[:1])
from petsc4py import PETSc  # noqa: E402 (after init, which hands it the arguments)

PETSc.Sys.pushErrorHandler("mpiabort")
order = int(sys.argv[1])
times = int(sys.argv[2]) if len(sys.argv) > 2 else 1
printed = PETSc.Sys.Print


def dense(rows, columns, entry):
    matrix = PETSc.Mat().createDense((rows, columns))
    matrix.setUp()
    first, last = matrix.getOwnershipRange()
    i, j = numpy.ogrid[first:last, 0:columns]
    matrix.getDenseArray()[:, :] = entry(i, j)
    matrix.assemble()
    return matrix


def wave(i, j):
    return numpy.sin(1 + 7.1 * i * i + 3.7 * j + 0.3 * i * j)


def filled(vector):
    first, last = vector.getOwnershipRange()
    vector.getArray()[:] = numpy.cos(0.9 * numpy.arange(first, last))
    return vector


def show(vector_of_all):
    """All entries, from process 0, the largest being 1: products would hide solutions."""
    scatter, whole = PETSc.Scatter.toZero(vector_of_all)
    scatter.scatter(vector_of_all, whole)
    largest = vector_of_all.norm(PETSc.NormType.INFINITY)
    printed("\n".join(f"{x / largest:.17g}" for x in whole.getArray()))


def product(a, b):
    """(A B) x, printed, which must be A (B x)."""
    x, inner = filled(b.createVecRight()), b.createVecLeft()
    apart, found = a.createVecLeft(), a.createVecLeft()
    b.mult(x, inner)
    a.mult(inner, apart)
    a.matMult(b).mult(x, found)
    show(found)
    apart.axpy(-1, found)
    return apart.norm() < 1e-12 * order * found.norm()


def solution(matrix, factorization):
    """Of A x = b, printed; the residual must be small."""
    b, x = filled(matrix.createVecLeft()), matrix.createVecRight()
    solver = PETSc.KSP().create()
    solver.setOperators(matrix)
    solver.setType("preonly")
    solver.getPC().setType(factorization)
    solver.getPC().setFactorSolverType("scalapack")
    solver.solve(b, x)
    show(x)
    rest = b.duplicate()
    matrix.mult(x, rest)
    rest.axpy(-1, b)
    return rest.norm() < 1e-14 * order * matrix.norm() * x.norm()


any_matrix = dense(order, order, wave)
definite = dense(order, order, lambda i, j: wave(i, j) + wave(j, i) + order * (i == j))
wide = dense(order // 2, order, wave)
any_there, definite_there, wide_there = (a.convert("scalapack") for a in (any_matrix, definite, wide))


def all_of_it():
    return [
        product(any_there, definite_there),
        product(wide_there, any_there),
        solution(any_there, "lu"),
        solution(definite_there, "cholesky"),
        solution(any_matrix, "lu"),
        solution(definite, "cholesky"),
    ]


right = [all_of_it() for _ in range(times)]
passed = all(map(all, right))
if not passed:
    printed(f"wrong: {right}")
sys.exit(0 if passed else 1)
