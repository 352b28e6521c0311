"""Runs xhetsim on simulated platforms, several at a time, and keeps what it printed."""

import json
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock


class SimulationFailed(Exception):
    """A run without a result: what was asked, and what it said."""


@dataclass(frozen=True)
class Run:
    """One call of xhetsim: virtual seconds of routines of order n by some methods on the first `np` hosts."""

    platform: str  # file name in the folder of platforms, without .xml
    routine: str  # gemm, getrf, geqrf, potrf
    n: int
    method: str
    grid: str = ""  # the caller's; "": as square as possible
    np: int = 0  # 0: every host
    ranks_per_host: str = ""  # as hetrun takes it
    look: str = ""  # seconds of a look at all messages; "": one at each costs what the network suggests


def look_seconds(platform: str) -> str:
    """What a look for messages costs: little beside a message of the network, and not so little that nothing but looks
    is simulated."""
    slow = {"bus": "2e-5", "ethernet": "1e-5", "switch1": "2e-6"}
    return next((seconds for name, seconds in slow.items() if platform.endswith(name)), "1e-6")


@dataclass
class Laboratory:
    """Where hetrun and the platforms are, and the results so far: the same run is not made twice. With a file to keep
    them in, not by later programs either, so that hours of runs can be interrupted."""

    hetrun: Path
    driver: Path
    platforms: Path
    jobs: int = 2
    keep: Path | None = None
    _results: dict = field(default_factory=dict)
    _writing: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        if self.keep and self.keep.exists():
            for line in self.keep.read_text().splitlines():
                kept = json.loads(line)
                self._results[Run(**kept["run"])] = kept["row"]

    def _simulate_and_keep(self, run: Run) -> dict:
        begin = time.monotonic()
        row = self._simulate(run)
        if self.keep:
            with self._writing, self.keep.open("a") as file:
                file.write(json.dumps({"run": asdict(run), "row": row, "wall": time.monotonic() - begin}) + "\n")
        return row

    def _simulate(self, run: Run) -> dict:
        command = [self.hetrun, "--simulate", self.platforms / f"{run.platform}.xml", "--dry"]
        command += ["--look", run.look] if run.look else ["--poll", look_seconds(run.platform)]
        if run.np:
            command += ["--np", str(run.np)]
        if run.ranks_per_host:
            command += ["--ranks-per-host", run.ranks_per_host]
        command += ["--", self.driver, "--json", "--routine", run.routine, "--n", str(run.n), "--method", run.method]
        if run.grid:
            command += ["--grid", run.grid]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        rows = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode != 0 or len(rows) != 1:
            raise SimulationFailed(f"{run}: exit code {done.returncode}, {len(rows)} rows\n{done.stdout}{done.stderr}")
        return json.loads(rows[0])

    def all(self, runs: list[Run]) -> list[dict]:
        """The results of the runs, in their order."""
        new = sorted({run for run in runs if run not in self._results}, key=lambda run: -run.n)
        with ThreadPoolExecutor(self.jobs) as pool:
            self._results.update(zip(new, pool.map(self._simulate_and_keep, new)))
        return [self._results[run] for run in runs]
