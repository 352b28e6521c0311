"""The papers' experiments and scaling in virtual time, written as Markdown with plots.

python3 testing_drivers/experiments --build build --simulated build-smpi --into docs"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import choices
import papers
import scaling
import words
from baselines import baselines
from block_orders import block_orders
from nine import nine
from planning import Planner
from routines import NAMES
from simulation import Laboratory, SimulationFailed
from sizes import LARGE, SMALL, USUAL, Sizes


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


def papers_text(build: Path, lab: Laboratory, images: Path, sizes: Sizes) -> str:
    text = words.BPRR99 + "\n" + papers.bprr99(lab, images, "switch10", sizes.bprr99) + "\n"
    text += papers.bprr99_table(lab, "bus", sizes.bprr99_bus) + words.DKK
    sets = dkk_platforms(build, lab.platforms, "switch1")
    for routine in ("gemm", "potrf"):
        text += f"\n### {NAMES[routine].capitalize()}\n\n"
        text += papers.dkk(lab, routine, "switch1", sets, sizes.dkk)
    return text


def scaling_text(build: Path, lab: Laboratory, images: Path, sizes: Sizes, largest: int) -> str:
    counts = [count for count in sizes.processors if count <= largest]
    files = {network: {count: platform(build, lab.platforms, f"two-{count}-{network}", scaling.cycle_times(count), network)
                       for count in counts} for network in ("switch10", "switch100")}
    scaling.simulate(lab, list(files.values()), sizes.scaling)
    text, cases = "", {}
    for network, platforms in files.items():
        tables, cases[network] = scaling.scaling(lab, images, platforms, network, sizes.scaling)
        text += tables
    limits = words.LIMITS if max(counts) > 64 else ""
    text = words.SCALING + scaling.choices(cases) + limits + text + words.PREDICTED + scaling.predictions(cases)
    return text + words.PLANNING + scaling.planning(Planner(build / "bin/hetplan"), counts, sizes.scaling)


def write(given: argparse.Namespace, sizes: Sizes) -> None:
    build = given.build.resolve()
    images = given.into / "images"
    images.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for file in (build / "platforms").glob("*.xml"):
            (folder / file.name).symlink_to(file.resolve())
        lab = Laboratory(build / "bin/hetrun", given.simulated.resolve() / "bin/xhetsim", folder, given.jobs, given.keep,
                         given.limit)
        text = words.INTRODUCTION.format(options=' EXPERIMENTS="--large --keep FILE"' if sizes is LARGE else "")
        text += papers_text(build, lab, images, sizes)
        text += words.NINE + nine(lab, sizes.nine) + words.NINE_WHY
        text += words.BASELINES + baselines(lab, sizes.baselines) + words.BASELINES_WHY
        text += "\n## Order of blocks\n\nSeconds on 3 x 3, moves included.\n\n"
        text += block_orders(lab, "switch10", sizes.block_orders)
        text += choices.choices(lab, sizes.choices)
        text += scaling_text(build, lab, images, sizes, given.largest)
    (given.into / "experiments.md").write_text(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="experiments", description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=Path("build"), help="the ordinary build")
    parser.add_argument("--simulated", type=Path, default=Path("build-smpi"), help="the simulated build")
    parser.add_argument("--into", type=Path, default=Path("docs"), help="folder for experiments.md and images")
    parser.add_argument("--largest", type=int, default=1024, choices=(16, 64, 256, 1024),
                        help="processors of the largest scaling runs; 1024, the default, are for --large")
    parser.add_argument("--limit", type=float, default=1800, metavar="SECONDS",
                        help="a scaling run that takes longer is stopped, and the document says so (default: 1800); 0: only "
                             "what is in the file of --keep")
    parser.add_argument("--keep", type=Path, metavar="FILE",
                        help="results: those of the same build in it are not computed again, new ones are added")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--small", action="store_true", help="tiny matrices, to see that everything works")
    size.add_argument("--large", action="store_true", help="larger orders, and more processors, for hours")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="simulations at a time")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        write(given, SMALL if given.small else LARGE if given.large else USUAL)
    except (SimulationFailed, OSError, subprocess.CalledProcessError) as error:
        print(f"experiments: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
