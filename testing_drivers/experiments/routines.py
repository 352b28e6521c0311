"""The four routines by the names that xhetsim gives them."""

ROUTINES = ("gemm", "getrf", "geqrf", "potrf")
FACTORIZATIONS = ("getrf", "geqrf", "potrf")
NAMES = {"gemm": "matrix product", "getrf": "LU", "geqrf": "QR", "potrf": "Cholesky"}
OF_HETPLAN = {"gemm": "gemm", "getrf": "lu", "geqrf": "qr", "potrf": "cholesky"}
# Operations / N^3.
OPERATIONS = {"gemm": 2, "getrf": 2 / 3, "geqrf": 4 / 3, "potrf": 1 / 3}
