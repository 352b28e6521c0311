"""Weak and strong scaling on two generations of nodes, in virtual time."""

from dataclasses import dataclass, replace
from pathlib import Path

from planning import Planner
from plot import line_plot
from routines import NAMES, ROUTINES
from simulation import Laboratory, Run
from tables import seconds, table

PARTS = ("panel", "broadcast", "exchange", "update", "idle")
SLOWNESS = 2.2  # of the older half of the nodes
# A choice that is this much slower than the layout that it left is a wrong one.
WRONG = 1.02


def cycle_times(processors: int) -> str:
    return f"{processors // 2}*1,{processors // 2}*{SLOWNESS}"


@dataclass(frozen=True)
class Orders:
    """Orders of the matrices: strong scaling keeps one on any number of processors, weak scaling keeps the part of the
    matrix that is each processor's."""

    strong: dict[str, int]  # by routine
    weak: dict[str, int]  # on 16 processors
    nb: dict[str, int]

    def of(self, kind: str, routine: str, processors: int) -> int:
        if kind == "strong":
            return self.strong[routine]
        nb = self.nb[routine]
        return round(self.weak[routine] * (processors / 16) ** 0.5 / nb) * nb


@dataclass(frozen=True)
class Case:
    """One line of a table: the library's choice beside the caller's layout in place, None where the run did not end."""

    routine: str
    processors: int
    n: int
    row: dict | None
    uniform: dict | None

    def rate(self) -> float:
        """Part of what all processors could do together at full speed."""
        return self.row["gflops"] / (10 * self.processors / 2 * (1 + 1 / SLOWNESS))

    def words(self, missing: str = "not ended") -> list[str]:
        name = [f"pd{self.routine}", str(self.processors), str(self.n)]
        if not self.row:
            return name + [missing] + ["-"] * (4 + len(PARTS))
        mean = {part: sum(values) / len(values) for part, values in self.row["processes"].items()}
        ratio = f"{self.uniform['seconds'] / self.row['seconds']:.2f}" if self.uniform else "-"
        return name + ["in place" if self.row["in_place"] else self.row["used"], seconds(self.row["seconds"]),
                       f"{self.rate():.2g}", ratio, seconds(self.row["move_in"] + self.row["move_out"])] + \
            [seconds(mean[part]) for part in PARTS]


HEADER = ["routine", "processors", "N", "grid", "seconds", "part of all speed", "uniform / this", "moves", *PARTS]


KINDS = ("strong", "weak")


def _runs(platforms: dict[int, str], orders: Orders, kind: str) -> dict[tuple[str, int], Run]:
    """Those of the choice, by routine and processors."""
    return {(routine, count): Run(platforms[count], routine, orders.of(kind, routine, count), "het", nb=orders.nb[routine])
            for routine in ROUTINES for count in sorted(platforms)}


def _both(lab: Laboratory, runs: list[Run]) -> list[tuple[dict | None, dict | None]]:
    """The choice and the uniform layout. Where the choice is that layout in place, it is not simulated twice."""
    rows = lab.tried(runs)
    uniform = {run: replace(run, method="uniform") for run, row in zip(runs, rows) if row and not row["in_place"]}
    found = dict(zip(uniform, lab.tried(list(uniform.values()))))
    return [(row, found.get(run, row)) for run, row in zip(runs, rows)]


def simulate(lab: Laboratory, networks: list[dict[int, str]], orders: Orders) -> None:
    """All runs, those of few processors first and the uniform layout last, so that an interruption loses the longest."""
    for count in sorted(networks[0]):
        _both(lab, [run for platforms in networks for kind in KINDS
                    for (_, of), run in _runs(platforms, orders, kind).items() if of == count])


def scaling(lab: Laboratory, images: Path, platforms: dict[int, str], network: str,
            orders: Orders) -> tuple[str, list[Case]]:
    """Text, and the cases in it. `platforms`: the file for each number of processors."""
    text, all_cases = "", []
    for kind in KINDS:
        runs = _runs(platforms, orders, kind)
        cases = [Case(*key, run.n, *rows) for (key, run), rows in zip(runs.items(), _both(lab, list(runs.values())))]
        text += f"\n### {kind.capitalize()} scaling, {network}\n\n"
        rates = {NAMES[routine]: [(case.processors, case.rate()) for case in cases if case.routine == routine and case.row]
                 for routine in ROUTINES}
        if curves := {name: points for name, points in rates.items() if points}:
            image = f"scaling-{kind}-{network}.png"
            line_plot(images / image, f"{kind} scaling, {network}", "processors", "part of all processors' speed", curves,
                      log="xy", key="bottom left")
            text += f"![{kind} scaling]({images.name}/{image})\n\n"
        text += table(HEADER, [case.words("not ended" if lab.limit else "not run") for case in cases])
        if not all(case.row and case.uniform for case in cases):
            more = f"would have taken more than {lab.limit / 60:.0f} minutes to simulate"
            takes_long = "[takes long](simulation.md#hundreds-of-processors)"
            why = more if lab.limit else f"has not been simulated, because that {takes_long}"
            text += f"\nWhat is missing, and the uniform layout where its ratio is,\n{why}.\n"
        all_cases += cases
    return text, all_cases


def choices(cases: dict[str, list[Case]]) -> str:
    """What the model chose, right or wrong, for the cases of each network."""
    compared = list({(network, case.routine, case.processors, case.n): (network, case) for network, some in cases.items()
                     for case in some if case.row and case.uniform}.values())
    moved = [(network, case) for network, case in compared if not case.row["in_place"]]
    kept = len(compared) - len(moved)
    wrong = [f"pd{case.routine} of order {case.n} on {case.processors} processors, {network}: "
             f"{case.row['seconds'] / case.uniform['seconds']:.2f} times as long"
             for network, case in moved if case.row["seconds"] > WRONG * case.uniform["seconds"]]
    text = f"\nOf {len(moved) + kept} calls that can be compared the model moves {len(moved)} and leaves {kept} in place. "
    if not wrong:
        return text + "None of those that it moves would have been quicker in place.\n"
    return text + "Moved, but quicker in place:\n\n" + "".join(f"- {line}\n" for line in wrong)


def planning(planner: Planner, counts: list[int], orders: Orders) -> str:
    """Milliseconds of the choice by processors and order."""
    header = ["processors", "N"] + [f"pd{routine}" for routine in ROUTINES]
    rows = []
    for count in counts:
        of_count = {orders.of(kind, routine, count) for kind in ("strong", "weak") for routine in ROUTINES}
        for n in sorted(of_count):
            rows.append([str(count), str(n)] +
                        [f"{1e3 * planner.seconds(routine, n, orders.nb[routine], cycle_times(count)):.0f}"
                         for routine in ROUTINES])
    return table(header, rows)


def predictions(cases: dict[str, list[Case]]) -> str:
    """How far the predictions are from the simulation, by routine and processors."""
    rows = []
    for routine in ROUTINES:
        for network, some in cases.items():
            words = [f"pd{routine}", network]
            for count in sorted({case.processors for case in some}):
                off = sorted({round(100 * (row["predicted"] / row["seconds"] - 1)) for case in some
                              if (case.routine, case.processors) == (routine, count)
                              for row in (case.row, case.uniform) if row})
                words.append("-" if not off else f"{off[0]} to {off[-1]}" if len(off) > 1 else str(off[0]))
            rows.append(words)
    counts = sorted({case.processors for some in cases.values() for case in some})
    return table(["routine", "network"] + [f"{count} processors" for count in counts], rows)
