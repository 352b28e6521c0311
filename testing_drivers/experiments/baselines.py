"""The library's choice beside what one does without it."""

from dataclasses import dataclass

from routines import NAMES
from simulation import Laboratory, Run
from tables import seconds, table

# By network, its last word: the platforms of eight to 24 processors that have it, and larger ones.
PLATFORMS = {
    "switch10": ("bprr99", "equal9", "bdrv99", "dkk", "ggv03", "generations2", "generations3", "loaded16"),
    "switch1": ("bprr99", "equal9", "bdrv99", "dkk", "ggv03", "generations2", "generations3", "loaded16"),
    "switch100": ("bprr99", "equal9", "generations2", "generations3"),
    "ethernet": ("dkk",),
    "sites": ("ggv03", "generations2"),
    "bus": ("bprr99", "equal9", "bdrv99"),
    "64 on switch10": ("throttled64", "mixed64"),
}
# One process on each host suits these, or more would take hours.
ONE_EACH = ("equal9", "loaded16", "throttled64", "mixed64")
BASELINES = ("uniform", "subset", "several")
# A baseline that is quicker by less than this is as good as the choice.
EVEN = 1.005


@dataclass(frozen=True)
class Case:
    """One call: the choice, and the baselines that were simulated."""

    platform: str
    routine: str
    n: int
    row: dict
    baselines: dict[str, dict | None]

    def best(self) -> tuple[str, float]:
        found = {name: row["seconds"] for name, row in self.baselines.items() if row}
        name = min(found, key=found.get)
        return name, found[name]

    def lost(self) -> bool:
        return self.row["seconds"] > EVEN * self.best()[1]

    def network(self) -> str:
        return self.platform.rpartition("-")[2]

    def moves(self) -> float:
        return self.row["move_in"] + self.row["move_out"]

    def words(self) -> list[str]:
        grid = "in place" if self.row["in_place"] else self.row["used"]
        found = []
        for name in BASELINES:
            row = self.baselines[name]
            where = f" ({row['grid']})" if row and name != "uniform" else ""
            found.append(f"{row['seconds'] / self.row['seconds']:.2f}{where}" if row else "-")
        return [self.platform, NAMES[self.routine], str(self.n), grid, seconds(self.row["seconds"]), *found]

    def loss(self) -> str:
        name, least = self.best()
        text = f"{self.platform}, {NAMES[self.routine]}: `{name}` takes {least / self.row['seconds']:.2f} of it"
        without = self.row["seconds"] - self.moves()
        return text + (", but does not move: without the moves the choice is quicker" if without < least else "")


HEADER = ["platform", "routine", "N", "choice", "seconds", *(f"`{name}`" for name in BASELINES)]


def _runs(platform: str, routine: str, n: int) -> dict[str, Run]:
    """One process on each host, but as many as suit its speed for `several`."""
    runs = {name: Run(platform, routine, n, name, rare_looks=True) for name in ("het", "uniform", "subset")}
    if platform.startswith(ONE_EACH):
        return runs
    ranks = "speed:8" if platform.startswith("bdrv99") else "speed"  # by speed alone it would be 129
    return runs | {"several": Run(platform, routine, n, "several", ranks_per_host=ranks, rare_looks=True)}


def won(cases: list[Case]) -> str:
    return f"{sum(not case.lost() for case in cases)} of {len(cases)}"


def won_by_network(cases: list[Case]) -> str:
    networks = dict.fromkeys(case.network() for case in cases)
    return ", ".join(f"{network} {won([case for case in cases if case.network() == network])}" for network in networks)


def baselines(lab: Laboratory, orders: dict[str, dict[str, int]]) -> str:
    """`orders`: by network and routine."""
    cases, missing = [], False
    for network, of_routine in orders.items():
        files = [f"{name}-{network.split()[-1]}" for name in PLATFORMS[network]]
        runs = {(file, routine, n): _runs(file, routine, n) for routine, n in of_routine.items() for file in files}
        lab.tried([run for some in runs.values() for run in some.values()])
        for key, some in runs.items():
            rows = dict(zip(some, lab.tried(list(some.values()))))
            missing = missing or None in rows.values()
            if rows["het"] and any(rows.get(name) for name in BASELINES):
                cases.append(Case(*key, rows["het"], {name: rows.get(name) for name in BASELINES}))
    text = table(HEADER, [case.words() for case in cases])
    if missing:
        text += "\nWhat is missing takes long to simulate, and has not been.\n"
    lost = sorted((case for case in cases if case.lost()), key=lambda case: case.best()[1] / case.row["seconds"])
    text += f"\nIn {won(cases)} calls none is quicker than the choice\n({won_by_network(cases)})"
    return text + (".\n" if not lost else "; where one is:\n\n" + "".join(f"- {case.loss()}\n" for case in lost))
