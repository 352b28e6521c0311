"""Weak and strong scaling on two generations of nodes, in virtual time."""

from dataclasses import dataclass
from pathlib import Path

from plot import line_plot
from simulation import Laboratory, Run
from tables import seconds, table

ROUTINES = ("gemm", "getrf", "geqrf", "potrf")
# Of a thousand ranks each has hundreds of messages under way, which MPI looks at in one go.
LOOK = "1e-6"


@dataclass(frozen=True)
class Orders:
    """Orders of the matrices: strong scaling keeps one on any number of processors, weak scaling keeps the part of the
    matrix that is each processor's."""

    strong: dict[str, int]  # by routine
    weak: dict[str, int]  # on 16 processors


def scaling(lab: Laboratory, images: Path, platforms: dict[int, str], network: str, orders: Orders) -> str:
    """`platforms`: the file for each number of processors, half of them 2.2 times slower."""
    counts = sorted(platforms)
    # Work of the processors' speeds together, in those of the fast ones.
    speed = {count: count / 2 * (1 + 1 / 2.2) for count in counts}

    def strong(routine: str, _: int) -> int:
        return orders.strong[routine]

    def weak(routine: str, processors: int) -> int:
        return round(orders.weak[routine] * (processors / 16) ** 0.5 / 64) * 64

    def runs(order_on, method: str) -> dict:
        return {(routine, count): Run(platforms[count], routine, order_on(routine, count), method, look=LOOK if count > 64 else "")
                for routine in ROUTINES for count in counts}

    asked = [runs(order_on, method) for order_on in (strong, weak) for method in ("het", "uniform")]
    lab.all([run for some in asked for run in some.values()])
    text = ""
    for name, (het, uniform) in {"strong": asked[:2], "weak": asked[2:]}.items():
        rows, curves = [], {}
        for routine in ROUTINES:
            ours = lab.all([het[routine, count] for count in counts])
            plain = lab.all([uniform[routine, count] for count in counts])
            rates = [row["gflops"] / (10 * speed[count]) for row, count in zip(ours, counts)]
            curves[routine] = list(zip(counts, rates))
            for count, row, other, rate in zip(counts, ours, plain, rates):
                split = row["processes"]
                mean = {part: sum(values) / len(values) for part, values in split.items()}
                rows.append([f"p{'d'}{routine}", str(count), str(row["n"]), row["used"], seconds(row["seconds"]),
                             f"{rate:.2f}", f"{other['seconds'] / row['seconds']:.2f}",
                             seconds(row["move_in"] + row["move_out"])] +
                            [seconds(mean[part]) for part in ("panel", "broadcast", "exchange", "update", "idle")])
        image = f"scaling-{name}-{network}.png"
        line_plot(images / image, f"{name} scaling, {network}", "processors", "part of all processors' speed", curves,
                  log="x 2", key="bottom left")
        text += f"\n### {name.capitalize()} scaling, {network}\n\n![{name} scaling]({images.name}/{image})\n\n"
        text += table(["routine", "processors", "N", "grid", "seconds", "part of all speed", "uniform / this", "moves",
                       "panel", "broadcast", "exchange", "update", "idle"], rows)
    return text
