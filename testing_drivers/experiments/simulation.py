"""Runs xhetsim on simulated platforms, several at a time, and keeps what it printed."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path


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


@dataclass
class Laboratory:
    """Where hetrun and the platforms are, and the results so far: the same run is not made twice."""

    hetrun: Path
    driver: Path
    platforms: Path
    jobs: int = 2
    _results: dict = field(default_factory=dict)

    def _simulate(self, run: Run) -> dict:
        command = [self.hetrun, "--simulate", self.platforms / f"{run.platform}.xml", "--dry", "--poll", "1e-6"]
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
            self._results.update(zip(new, pool.map(self._simulate, new)))
        return [self._results[run] for run in runs]
