"""The library's choice beside every candidate, tried one by one in virtual time."""

from dataclasses import dataclass

from routines import ROUTINES
from simulation import Laboratory, Run
from tables import seconds, table

LEVELS = (1.01, 1.03)
# Their processes of a column meet for each column of a panel: one column of some hosts is never the best, and takes
# longest to simulate.
MEET_IN_COLUMNS = ("getrf", "geqrf")
# What the choice may cost beside the layout in place.
NEVER_LOSE = 1.01
# Another host counts as slower, and as worth a grid of its own, by so much.
SAME_SPEED, WORTH = 0.98, 1.12

INTRODUCTION = """
## The choice, beside every candidate

What the library chooses, in virtual seconds with all moves, beside the best of what it could have chosen: the layout in
place, every grid of all processors, and one row, the squarest grids and (not of LU and QR) one column of the fastest
ones, each planned as the library plans it. A candidate that no division of its work could make as quick as the choice
is not tried, and a call of which not all candidates were simulated is not counted. Planning is not charged. Calls of
a few milliseconds, and longer ones while speeds are unknown, mode `auto` leaves to ScaLAPACK where they come alone:
here the library takes them.

"""


@dataclass(frozen=True)
class Comparison:
    """One call: the way that was chosen, in place, and all that were tried, each with what xhetsim printed."""

    platform: str
    routine: str
    n: int
    chosen: dict
    in_place: dict
    tried: list[dict]

    def best(self) -> dict:
        return min([self.chosen, self.in_place, *self.tried], key=lambda row: row["seconds"])

    def ratio(self) -> float:
        return self.chosen["seconds"] / self.best()["seconds"]

    def beside_in_place(self) -> float:
        return self.chosen["seconds"] / self.in_place["seconds"]

    def words(self) -> list[str]:
        best = self.best()
        return [self.platform, f"pd{self.routine}", str(self.n), way(self.chosen), seconds(self.chosen["seconds"]), way(best),
                seconds(best["seconds"]), f"{self.ratio():.3f}", f"{self.beside_in_place():.3f}"]


HEADER = ["platform", "routine", "N", "chosen", "seconds", "best tried", "seconds", "ratio", "beside in place"]


def way(row: dict) -> str:
    return "in place" if row["in_place"] else row["used"]


def squarest(count: int) -> tuple[int, int]:
    p = max(p for p in range(1, count + 1) if count % p == 0 and p * p <= count)
    return p, count // p


def counts_to_try(speeds: list[float]) -> list[int]:
    """How many of the fastest hosts: all, all of a speed and above where these add something, half of them, and all but
    one or two, whichever makes a grid."""
    total = len(speeds)
    counts, last = {total, total // 2, total - 1 if squarest(total - 1)[0] > 1 else total - 2}, 0.0
    for count in range(1, total):
        speed = sum(speeds[:count])
        if speeds[count] < SAME_SPEED * speeds[count - 1] and speed > WORTH * last:
            counts.add(count)
            last = speed
    return sorted(count for count in counts if count > 0)


def grids_to_try(speeds: list[float], routine: str) -> list[tuple[int, int]]:
    total = len(speeds)
    grids = {(p, total // p) for p in range(1, total + 1) if total % p == 0}
    for count in counts_to_try(speeds):
        p, q = squarest(count)
        grids |= {(1, count), (count, 1), (p, q), (q, p)}
    if routine in MEET_IN_COLUMNS:
        grids = {(p, q) for p, q in grids if q > 1 or p in (1, total)}
    return sorted(grids)


def could_win(speeds: list[float], grid: tuple[int, int], chosen: dict) -> bool:
    """Whether so many of the fastest hosts, never idle, would be as quick as the choice was."""
    rate = sum(speeds[:grid[0] * grid[1]])
    return chosen["gflops"] * 1e9 < rate


def compared(lab: Laboratory, orders_of: dict[str, list[int]]) -> list[Comparison]:
    cases = [(platform, routine, n) for platform, orders in orders_of.items() for routine in ROUTINES for n in orders]
    usual = lab.tried([Run(*case, method) for case in cases for method in ("het", "uniform")])
    pairs = {case: pair for case, pair in zip(cases, zip(usual[::2], usual[1::2])) if all(pair)}
    speeds = {platform: sorted(lab.speeds(platform), reverse=True) for platform in orders_of}
    methods = {case: [f"het:{p}x{q}" for p, q in grids_to_try(speeds[case[0]], case[1])
                      if could_win(speeds[case[0]], (p, q), pair[0])] for case, pair in pairs.items()}
    rows = iter(lab.tried([Run(*case, method) for case in pairs for method in methods[case]]))
    tried = {case: [next(rows) for _ in methods[case]] for case in pairs}
    return [Comparison(*case, *pairs[case], tried[case]) for case in pairs if all(tried[case])]


def summary(found: list[Comparison]) -> str:
    rows = []
    for routine in (*ROUTINES, "all"):
        some = [one for one in found if routine in (one.routine, "all")]
        if not some:
            continue
        within = [sum(one.ratio() <= level for one in some) for level in LEVELS]
        rows.append([f"pd{routine}" if routine != "all" else "all", str(len(some)), *map(str, within),
                     str(len(some) - within[-1]), f"{max(one.ratio() for one in some):.3f}",
                     str(sum(one.beside_in_place() > NEVER_LOSE for one in some))])
    return table(["routine", "calls", *(f"within {100 * (level - 1):.0f} %" for level in LEVELS), "above", "worst ratio",
                  "more than 1.01 of in place"], rows)


def choices(lab: Laboratory, orders_of: dict[str, list[int]]) -> str:
    """Beside the orders of the matrices on each platform."""
    found = sorted(compared(lab, orders_of), key=lambda one: -one.ratio())
    worst = [one for one in found if one.ratio() > LEVELS[0] or one.beside_in_place() > NEVER_LOSE]
    text = INTRODUCTION + summary(found)
    if not worst:
        return text
    return text + "\nAll that are not within 1 %, the worst first:\n\n" + table(HEADER, [one.words() for one in worst])
