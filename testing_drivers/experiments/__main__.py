"""The papers' experiments and scaling in virtual time, written as Markdown with plots.

python3 testing_drivers/experiments --build build --simulated build-smpi --into docs"""

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import papers
import scaling
from block_orders import block_orders
from simulation import Laboratory, SimulationFailed

INTRODUCTION = """# The papers' experiments, and scaling, in virtual time

Written by `make experiments` from runs of xhetsim on simulated platforms ([how](simulation.md)): every figure is the
same at every run. The fastest host does 10 Gflop/s. Uniform is ScaLAPACK's block-cyclic layout, computed by this
library's kernels, which are quicker than ScaLAPACK's own; nothing is moved for it.
"""

BPRR99 = """
## [BPRR99] figures 10 to 15

Nine workstations, cycle-times 1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8; blocks of 64. The paper shows curves only, and says
of them: the product is very close to the best possible speedup; LU and QR are more than halved, the gain grows with N,
and "the results are not convincing". The first table and the plots are for a switch of 10 Gb/s; the second table is for
one shared medium of 100 Mb/s, far slower beside such hosts than the paper's Ethernet was beside its own.

On the switch, LU and QR come as close to the best possible speedup as the product does, where the paper's did not: their
blocks are dealt so that every step is balanced. On the shared medium the wire decides, and no layout gains.
"""

DKK = """
## [DKK] tables 2 to 5

Twelve PCs of relative performance 1000 (three), 530 (five), 390, 330 (two) and 250 on a switch. The time of computing
with the plan of a method divided by that with the natural plan; below 1 the natural plan loses. DKK's own figures, then
those of BPRR99's heuristic, which is what they call specialised, then the planner's best.

Most rows of the product agree with DKK's within a tenth. Where they do not (4 x 3, a single fast computer), and in
Cholesky, the order here is small: a block more or less for a slow processor moves the time by more than the plans differ.
A plan with the larger work rate then need not be the quicker one.
"""


def platform(build: Path, folder: Path, name: str, cycle_times: str, network: str) -> str:
    """Writes a platform beside the others; returns its name."""
    subprocess.run([build / "bin/hetplatform", "--cycle-times", cycle_times, "--network", network, "-o",
                    folder / f"{name}.xml"], check=True)
    return name


def dkk_platforms(build: Path, folder: Path, network: str) -> dict[str, str]:
    sets = [name for name, _ in papers.DKK_SETS["gemm"]]
    made = {}
    for number, text in enumerate(sets):
        times = ",".join(f"{1000 / value:.9g}" for value in papers.performances(text))
        made[text] = platform(build, folder, f"dkk-set{number}-{network}", times, network)
    return made


@dataclass(frozen=True)
class Sizes:
    bprr99: list[int]
    dkk: list[int]
    scaling: scaling.Orders
    processors: tuple[int, ...]  # of the scaling runs


def equal_orders(strong: int, weak: int) -> scaling.Orders:
    return scaling.Orders(dict.fromkeys(scaling.ROUTINES, strong), dict.fromkeys(scaling.ROUTINES, weak))


# A simulation takes as long as it has messages, which grow with the order and, for each column of LU's and QR's panels,
# with the square of the grid's rows.
UP_TO_1024 = equal_orders(2048, 512)

USUAL = Sizes([500, 1000, 2000], [1000], equal_orders(2000, 1000), (16, 64))
LARGE = Sizes([500, 1000, 2000, 4000], [1000, 2000], UP_TO_1024, (16, 64, 256, 1024))  # hours
SMALL = Sizes([256], [256], equal_orders(1024, 512), (16, 64))  # to see that all of it works


def write(build: Path, simulated: Path, into: Path, sizes: Sizes, largest: int, jobs: int, keep: Path | None) -> None:
    images = into / "images"
    images.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for file in (build / "platforms").glob("*.xml"):
            (folder / file.name).symlink_to(file.resolve())
        lab = Laboratory(build / "bin/hetrun", simulated / "bin/xhetsim", folder, jobs, keep)
        text = INTRODUCTION + BPRR99 + "\n" + papers.bprr99(lab, images, "switch10", sizes.bprr99) + "\n"
        text += papers.bprr99_table(lab, "bus", sizes.bprr99) + DKK
        sets = dkk_platforms(build, folder, "switch1")
        for routine in ("gemm", "potrf"):
            text += f"\n### {papers.NAMES[routine].capitalize()}\n\n"
            text += papers.dkk_grids(lab, routine, "switch1", sizes.dkk) + "\n" + papers.dkk_sets(lab, routine, sets, sizes.dkk)
        text += "\n## Order of blocks\n\nSeconds on 3 x 3, moves included.\n\n"
        text += block_orders(lab, "switch10", sizes.bprr99)
        text += "\n## Scaling\n\nHalf of the processors are 2.2 times slower than the others. The matrices are small for 64 processors: panels and\nmessages are what most of the time goes to, and at 10 Gb/s LU and Cholesky are quicker left in the uniform layout (a\nratio below 1), which the model does not see yet.\n"
        for network in ("switch10", "switch100"):
            files = {count: platform(build, folder, f"two-{count}-{network}", f"{count // 2}*1,{count // 2}*2.2",
                                     network) for count in sizes.processors if count <= largest}
            text += scaling.scaling(lab, images, files, network, sizes.scaling)
    (into / "experiments.md").write_text(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="experiments", description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=Path("build"), help="the ordinary build")
    parser.add_argument("--simulated", type=Path, default=Path("build-smpi"), help="the simulated build")
    parser.add_argument("--into", type=Path, default=Path("docs"), help="folder for experiments.md and images")
    parser.add_argument("--largest", type=int, default=256,
                        help="processors of the largest scaling run of --large, up to 1024: ten minutes and more a run")
    parser.add_argument("--keep", type=Path, help="file of results: those in it are not computed again, new ones are added")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--small", action="store_true", help="tiny matrices, to see that everything works")
    size.add_argument("--large", action="store_true", help="larger orders, and more processors, for hours")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="simulations at a time")
    given = parser.parse_args()
    try:
        write(given.build.resolve(), given.simulated.resolve(), given.into, SMALL if given.small else LARGE if given.large else USUAL,
              given.largest, given.jobs, given.keep)
    except (SimulationFailed, OSError, subprocess.CalledProcessError) as error:
        print(f"experiments: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
