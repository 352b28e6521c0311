"""How large the experiments are."""

from dataclasses import dataclass

import scaling


@dataclass(frozen=True)
class Sizes:
    bprr99: list[int]
    bprr99_bus: list[int]  # on a medium that all share, whose messages take long to simulate
    dkk: list[int]
    scaling: scaling.Orders
    processors: tuple[int, ...]  # of the scaling runs


def orders(strong: int, weak: int) -> scaling.Orders:
    return scaling.Orders(dict.fromkeys(scaling.ROUTINES, strong), dict.fromkeys(scaling.ROUTINES, weak))


# A simulation takes as long as it has messages, which grow with the order and, for each column of LU's and QR's panels,
# with the square of the grid's rows. A product's are the dearest, because they all travel at a time: on a thousand
# processors one of order 1024 ends in minutes, one of 2048 would take hours.
UP_TO_1024 = scaling.Orders({"gemm": 1024, "getrf": 2048, "geqrf": 2048, "potrf": 2048},
                            {"gemm": 256, "getrf": 512, "geqrf": 512, "potrf": 512}, frozenset({("gemm", 1024, 2048)}))

USUAL = Sizes([500, 1000, 2000, 4000], [500, 1000, 2000], [1000, 2000], orders(2048, 1024), (16, 64))
LARGE = Sizes([500, 1000, 2000, 4000, 8000], [500, 1000, 2000], [1000, 2000, 3000, 4000], UP_TO_1024,
              (16, 64, 256, 1024))  # hours
SMALL = Sizes([256], [256], [256], orders(1024, 512), (16, 64))  # to see that all of it works
