"""The experiments of [BPRR99 §5.3] and [DKK §3.2, §3.3], in virtual time.

The papers' data lay where they were computed with, so it is the computation alone that is compared with theirs; our
moves are shown beside it where they belong to the call."""

from pathlib import Path

from plot import line_plot
from routines import NAMES
from simulation import Laboratory, Run
from tables import table

Orders = list[int]

# [BPRR99] figures 10 to 15: W of the plan / W of equal shares (2 x 4: 3.64, printed 3.63).
FIGURES = [(10, "gemm", "3x3"), (11, "gemm", "2x4"), (12, "getrf", "3x3"), (13, "getrf", "2x4"),
           (14, "geqrf", "3x3"), (15, "geqrf", "2x4")]
BEST_SPEEDUP = {"3x3": 3.34, "2x4": 3.64}


def _run(network: str, routine: str, n: int, grid: str, method: str) -> Run:
    return Run(f"bprr99-{network}", routine, n, method, grid, 8 if grid == "2x4" else 0)


def _both(lab: Laboratory, network: str, routine: str, grid: str, orders: Orders) -> tuple[list[dict], list[dict]]:
    """Uniform and heterogeneous, for each order."""
    return tuple(lab.all([_run(network, routine, n, grid, method) for n in orders])
                 for method in ("uniform", f"het:{grid}:heuristic"))


def bprr99_table(lab: Laboratory, network: str, orders_of: dict[str, Orders]) -> str:
    lab.all([_run(network, routine, n, grid, method) for _, routine, grid in FIGURES for n in orders_of[routine]
             for method in ("uniform", f"het:{grid}:heuristic")])
    columns = sorted({n for orders in orders_of.values() for n in orders})
    rows = []
    for figure, routine, grid in FIGURES:
        orders = orders_of[routine]
        gains = {n: f"{u['seconds'] / h['compute']:.2f}"
                 for n, u, h in zip(orders, *_both(lab, network, routine, grid, orders))}
        rows.append([f"{figure}: {NAMES[routine]}, {grid}"] + [gains.get(n, "-") for n in columns] +
                    [f"{BEST_SPEEDUP[grid]:.2f}"])
    return table([f"uniform / heterogeneous on {network}, N ="] + [str(n) for n in columns] + ["best possible"], rows)


def bprr99(lab: Laboratory, images: Path, network: str, orders_of: dict[str, Orders]) -> str:
    """`orders_of`: by routine."""
    text = bprr99_table(lab, network, orders_of) + "\n"
    for figure, routine, grid in FIGURES:
        orders = orders_of[routine]
        uniform, het = _both(lab, network, routine, grid, orders)
        best = [row["seconds"] / BEST_SPEEDUP[grid] for row in uniform]
        name = f"bprr99-figure-{figure}.png"
        title = f"after BPRR99 figure {figure}: {NAMES[routine]} on {grid}, {network}"
        line_plot(images / name, title, "N", "virtual seconds", {
            "uniform": [(n, row["seconds"]) for n, row in zip(orders, uniform)],
            "heterogeneous, moves included": [(n, row["seconds"]) for n, row in zip(orders, het)],
            "heterogeneous, computing alone": [(n, row["compute"]) for n, row in zip(orders, het)],
            "uniform / best possible speedup": list(zip(orders, best)),
        }, log="xy", dashed=("uniform / best possible speedup",), key="bottom right")
        text += f"![Figure {figure}]({images.name}/{name})\n"
    return text


# [DKK] tables 2 and 4: computers 1 to p q; and the ratios printed for N = 1000 to 4000.
DKK_GRIDS = {
    "gemm": {"2x2": (1.01, 1.04, 1.00, 0.98), "2x3": (0.99, 1.00, 1.01, 1.01), "3x2": (0.98, 0.99, 0.99, 0.87),
             "3x3": (1.02, 1.02, 1.01, 1.05), "3x4": (0.95, 0.95, 0.88, 0.90), "4x3": (0.94, 1.05, 1.04, 1.03)},
    "potrf": {"2x2": (0.95, 1.01, 1.03, 1.01), "2x3": (0.98, 0.98, 0.98, 0.98), "3x2": (0.95, 1.07, 1.08, 1.04),
              "3x3": (1.03, 1.05, 1.03, 1.02), "3x4": (1.01, 1.00, 1.00, 1.00), "4x3": (0.99, 1.01, 1.03, 1.04)},
}
# [DKK] tables 3 and 5: nine computers on 3 x 3, by their relative performances.
DKK_SETS = {
    "gemm": [("3*1000+5*530+390", (1.02, 1.02, 1.02, 1.05)), ("3*1000+4*530+390+330", (0.96, 0.94, 0.92, 1.03)),
             ("3*1000+3*530+390+330+250", (0.99, 1.06, 1.07, 1.03)),
             ("3*1000+2*530+390+2*330+250", (0.95, 1.01, 1.03, 1.02)),
             ("2*1000+5*530+390+330", (0.95, 0.92, 0.90, 0.85)),
             ("2*1000+4*530+390+330+250", (0.93, 0.94, 0.91, 0.89)),
             ("2*1000+3*530+390+2*330+250", (0.97, 0.98, 0.96, 0.93)),
             ("1000+5*530+390+330+250", (0.97, 0.97, 1.03, 1.07)),
             ("1000+4*530+390+2*330+250", (0.95, 0.98, 0.96, 1.03))],
    "potrf": [("3*1000+5*530+390", (1.03, 1.05, 1.03, 1.02)), ("3*1000+4*530+390+330", (1.03, 1.02, 0.99, 0.97)),
              ("3*1000+3*530+390+330+250", (1.04, 1.02, 1.02, 1.02)),
              ("3*1000+2*530+390+2*330+250", (1.01, 1.02, 1.02, 1.02)),
              ("2*1000+5*530+390+330", (0.97, 0.99, 1.01, 0.98)),
              ("2*1000+4*530+390+330+250", (0.98, 0.99, 1.01, 0.98)),
              ("2*1000+3*530+390+2*330+250", (0.95, 1.01, 1.00, 0.99)),
              ("1000+5*530+390+330+250", (1.03, 0.99, 1.00, 1.04)),
              ("1000+4*530+390+2*330+250", (0.97, 1.01, 1.00, 0.99))],
}


def performances(text: str) -> list[float]:
    """3*1000+390 -> 1000 1000 1000 390"""
    all_of_them = []
    for part in text.split("+"):
        count, _, value = part.rpartition("*")
        all_of_them += [float(value)] * int(count or 1)
    return all_of_them


def _ratio_rows(lab: Laboratory, cases: list[tuple[str, Run, tuple]], orders: Orders) -> list[list[str]]:
    """One row a case: the paper's ratios, those of BPRR99's method, and those of ours, to the natural plan."""
    methods = ("natural", "heuristic", "best")
    runs = [Run(case.platform, case.routine, n, f"het:{case.grid}:{method}", case.grid, case.np)
            for _, case, _ in cases for n in orders for method in methods]
    found = iter(lab.all(runs))
    rows = []
    for name, _, printed in cases:
        specialised, ours = [], []
        for _ in orders:
            natural, heuristic, best = (next(found)["compute"] for _ in methods)
            specialised.append(f"{heuristic / natural:.2f}")
            ours.append(f"{best / natural:.2f}")
        rows.append([name, " ".join(f"{x:.2f}" for x in printed), " ".join(specialised), " ".join(ours)])
    return rows


def _ratio_header(first: str, orders: Orders) -> list[str]:
    ours = " ".join(str(n) for n in orders)
    return [first, "DKK, N = 1000 2000 3000 4000", f"BPRR99's heuristic here, N = {ours}", f"the planner's best, N = {ours}"]


PRINTED_ORDERS = (1000, 2000, 3000, 4000)
NEAR = 0.1005  # as near as ratios of two digits can tell


def _agreement(rows: list[list[str]], orders: Orders) -> str:
    """How many ratios of each method are near DKK's."""
    compared, near = 0, [0, 0]
    for _, *columns in rows:
        printed, *methods = ([float(word) for word in column.split()] for column in columns)
        for order, value in zip(PRINTED_ORDERS, printed):
            if order not in orders:
                continue
            compared += 1
            for which, ratios in enumerate(methods):
                near[which] += abs(ratios[orders.index(order)] - value) < NEAR
    return (f"\nOf {compared} ratios {near[0]} of the heuristic's and {near[1]} of the planner's are within a tenth of DKK's.\n"
            if compared else "")


def dkk(lab: Laboratory, routine: str, network: str, made: dict[str, str], orders: Orders) -> str:
    """`made`: the platform file of each set of computers."""
    grids = []
    for grid, printed in DKK_GRIDS[routine].items():
        p, q = (int(side) for side in grid.split("x"))
        grids.append((grid, Run(f"dkk-{network}", routine, 0, "", grid, p * q), printed))
    sets = [(name, Run(made[name], routine, 0, "", "3x3"), printed) for name, printed in DKK_SETS[routine]]
    by_grid, by_set = (_ratio_rows(lab, cases, orders) for cases in (grids, sets))
    return (table(_ratio_header("grid", orders), by_grid) + "\n" + table(_ratio_header("computers on 3x3", orders), by_set) +
            _agreement(by_grid + by_set, orders))
