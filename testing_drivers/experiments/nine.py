"""What is lost on nine processors, and to what: large orders on the processors of [BPRR99] and on nine equal ones."""

from dataclasses import dataclass

from routines import NAMES, OPERATIONS
from simulation import Laboratory, Run
from tables import seconds, table

# Work rate of the best plan on a grid, in processors of cycle-time 1, as hetplan says it.
WORK_RATES = {("bprr99", "3x3"): 3.7596, ("equal9", "3x3"): 9.0}
PARTS = ("panel", "broadcast", "exchange", "update", "idle")
# A throw-away prototype of these kernels for 3 x 3 alone, in double precision, under the same charges: the best of
# what it took with blocks of 64 and of 32, moves included.
PROTOTYPE = {
    "bprr99-switch10": {4000: {"gemm": 3.470, "getrf": 1.211, "geqrf": 2.441, "potrf": 0.644},
                        12000: {"gemm": 92.32, "getrf": 31.35, "geqrf": 62.84, "potrf": 15.98}},
    "bprr99-switch1": {4000: {"gemm": 4.05, "getrf": 1.82, "geqrf": 3.03, "potrf": 1.27}},
    "equal9-switch10": {4000: {"gemm": 1.430, "getrf": 0.506, "geqrf": 1.000, "potrf": 0.249}},
}


@dataclass(frozen=True)
class Case:
    platform: str
    routine: str
    n: int
    row: dict
    speeds: list[float]  # of the hosts, in operations per second

    def _grid(self) -> str:
        return "3x3" if self.row["in_place"] else self.row["used"]

    def perfect(self) -> float:
        """With all processors at work all of the time, each at a part of its speed where the grid allows no better."""
        rate = WORK_RATES.get((self.platform.split("-")[0], self._grid()), sum(self.speeds) / max(self.speeds))
        return OPERATIONS[self.routine] * self.n**3 / max(self.speeds) / rate

    def means(self) -> list[float]:
        """The parts of the computation, and the moves: what each takes of the whole call, processors weighted by speed."""
        parts = [sum(s * value for s, value in zip(self.speeds, self.row["processes"][part])) / sum(self.speeds)
                 for part in PARTS]
        return parts + [self.row["seconds"] - sum(parts)]

    def words(self) -> list[str]:
        prototype = PROTOTYPE.get(self.platform, {}).get(self.n, {}).get(self.routine) if self._grid() == "3x3" else None
        took = self.row["seconds"]
        beside = [f"{prototype:.4g}", f"{took / prototype:.3f}"] if prototype else ["-", "-"]
        grid = "in place" if self.row["in_place"] else self._grid()
        return [self.platform, NAMES[self.routine], str(self.n), grid, f"{took:.4g}", f"{self.perfect():.4g}",
                f"{took / self.perfect():.3f}", *beside, *(seconds(value) for value in self.means())]


HEADER = ["platform", "routine", "N", "grid", "seconds", "perfect division", "of it", "prototype", "of it", *PARTS, "moves"]


def _runs(n: int) -> dict[tuple[str, str, int], list[Run]]:
    """By platform, routine and order: the ways shown. Orders above 4000 are for the fast switch alone."""
    found = {}
    for platform in PROTOTYPE if n <= 4000 else ("bprr99-switch10",):
        for routine in OPERATIONS:
            methods = ("uniform",) if platform.startswith("equal9") else ("het:3x3", "het")
            found[platform, routine, n] = [Run(platform, routine, n, method, "3x3") for method in methods]
    return found


def nine(lab: Laboratory, orders: list[int]) -> str:
    runs = {case: some for n in orders for case, some in _runs(n).items()}
    lab.tried([run for some in runs.values() for run in some])
    rows, missing = [], False
    for (platform, routine, n), some in runs.items():
        found = [row for row in lab.tried(some) if row]
        missing = missing or len(found) < len(some)
        different = {row["used"]: row for row in reversed(found)}  # the model may choose what is there already
        rows += [Case(platform, routine, n, row, lab.speeds(platform)).words() for row in reversed(different.values())]
    return table(HEADER, rows) + ("\nWhat is missing takes long to simulate, and has not been.\n" if missing else "")
