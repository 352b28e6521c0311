"""What the order in which blocks are dealt to processes is worth, on the nine processors of [BPRR99]."""

from routines import FACTORIZATIONS
from simulation import Laboratory, Run
from tables import seconds, table

ORDERS_OF_BLOCKS = {"cyclic": "a short period, each owner's blocks together",
                    "columns": "the same with interleaved columns [BPRR99 §3.2.2]",
                    "both": "balanced in every trailing part, rows and columns",
                    "refined": "the same with weights by predicted time"}


def block_orders(lab: Laboratory, network: str, orders: list[int]) -> str:
    rows = []
    runs = {(routine, n, name): Run(f"bprr99-{network}", routine, n, f"het:3x3:best:{name}", "3x3")
            for routine in FACTORIZATIONS for n in orders for name in ORDERS_OF_BLOCKS}
    lab.all(list(runs.values()))
    for routine in FACTORIZATIONS:
        for n in orders:
            found = [lab.all([runs[routine, n, name]])[0] for name in ORDERS_OF_BLOCKS]
            rows.append([routine, str(n)] + [seconds(row["seconds"]) for row in found])
    words = "".join(f"- `{name}`: {meaning}\n" for name, meaning in ORDERS_OF_BLOCKS.items())
    return words + "\n" + table(["routine", "N"] + list(ORDERS_OF_BLOCKS), rows)
