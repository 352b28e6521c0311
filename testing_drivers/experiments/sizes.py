"""How large the experiments are."""

from dataclasses import dataclass, replace

import scaling
from routines import ROUTINES


@dataclass(frozen=True)
class Sizes:
    bprr99: dict[str, list[int]]  # by routine
    bprr99_bus: dict[str, list[int]]  # on a medium that all share, whose messages take long to simulate
    dkk: list[int]
    block_orders: list[int]
    nine: list[int]
    baselines: dict[str, dict[str, int]]  # by network and routine
    choices: dict[str, list[int]]  # by platform
    scaling: scaling.Orders
    processors: tuple[int, ...]  # of the scaling runs


def of_all(*orders: int) -> dict[str, list[int]]:
    return {routine: list(orders) for routine in ROUTINES}


# A simulation takes as long as it has messages, which grow with the order and, for each column of LU's and QR's panels,
# with the square of the grid's rows. A product's are the dearest, because they all travel at a time: on a thousand
# processors one of order 1024 ends in minutes, one of 2048, or of blocks of 32, would take hours;
# QR with blocks of 32 looks for messages four times as long as with 64. Weak scaling ends with the matrix of strong
# scaling.
ORDERS = scaling.Orders({"gemm": 1024, "getrf": 2048, "geqrf": 2048, "potrf": 2048},
                        {"gemm": 128, "getrf": 256, "geqrf": 256, "potrf": 256},
                        {"gemm": 64, "getrf": 32, "geqrf": 64, "potrf": 32})

NINE_TO_SIXTEEN = ("bprr99-bus", "bprr99-switch1", "bprr99-switch10", "bprr99-switch100", "equal9-switch1", "equal9-switch10",
                   "dkk-ethernet", "dkk-switch1", "dkk-switch10", "ggv03-sites", "ggv03-switch1", "ggv03-switch10",
                   "bdrv99-bus", "bdrv99-switch1", "bdrv99-switch10", "generations2-sites", "generations2-switch1",
                   "generations2-switch10", "generations2-switch100", "generations3-switch1", "generations3-switch10",
                   "loaded16-switch1", "loaded16-switch10")
WITH_4000 = ("bprr99-switch1", "bprr99-switch10", "dkk-switch10", "generations2-switch1", "generations2-switch10")

USUAL = Sizes(bprr99=of_all(500, 1000, 2000, 4000) | {"geqrf": [500, 1000, 2000]}, bprr99_bus=of_all(500, 1000, 2000),
              dkk=[1000, 2000], block_orders=[500, 1000, 2000], nine=[4000],
              baselines={"switch10": dict.fromkeys(ROUTINES, 1000)},
              choices={name: [500, 1000] for name in ("bprr99-switch1", "bprr99-switch10", "dkk-switch1",
                                                      "generations2-switch1")}, scaling=ORDERS, processors=(16, 64))
# Hours, most of them for the choice beside every candidate. Of the baselines `several` puts up to 47
# processes on the hosts: at order 4000 some minutes each. Of QR in the uniform layout an order of 8000 alone would take half an
# hour: processes that wait look for messages.
LARGE = replace(USUAL, nine=[4000, 12000], processors=(16, 64, 256, 1024),
                baselines={network: dict.fromkeys(ROUTINES, order) for network, order in
                           {"switch10": 2000, "switch100": 2000, "switch1": 2000, "sites": 1000, "ethernet": 1000,
                            "bus": 500}.items()} | {"64 on switch10": {"potrf": 4000, "getrf": 4000}},
                choices={**{name: [500, 1000, 2000] + [4000] * (name in WITH_4000) for name in NINE_TO_SIXTEEN},
                         "mixed64-switch10": [2000], "throttled64-switch10": [2000]})
# To see that all of it works.
SMALL = Sizes(bprr99=of_all(256), bprr99_bus=of_all(256), dkk=[256], block_orders=[256], nine=[256],
              baselines={"switch10": {"gemm": 256}}, choices={"bprr99-switch10": [256]},
              scaling=scaling.Orders(*(dict.fromkeys(ROUTINES, value) for value in (512, 256, 32))),
              processors=(16, 64))
