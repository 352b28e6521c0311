"""Runs xhetsim on simulated platforms, several at a time, and keeps what it printed."""

import hashlib
import json
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields
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
    nb: int = 64
    rare_looks: bool = False


# What a look for messages costs, in virtual seconds by network: little beside a message, even when it is one of a process
# that waits, which costs up to 16 times as much. Rare ones are not always so; they are for runs whose processes wait most of
# the time, as looks are nearly all that there is to simulate then. They slow unequal layouts by up to 1 %, equal ones less.
LOOKS = {"switch100": ("1e-7", "3e-7"), "switch10": ("1e-7", "3e-7"), "switch1": ("2e-7", "1e-6"), "sites": ("1e-7", "1e-6"),
         "ethernet": ("1e-6", "4e-6"), "bus": ("2e-6", "4e-6")}


def look_seconds(platform: str, rare: bool) -> str:
    return LOOKS[platform.rpartition("-")[2]][rare]


def fingerprint(files: list[Path]) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


@dataclass
class Laboratory:
    """Where hetrun and the platforms are, and the results so far: the same run is not made twice. With a file to keep
    them in, not by later programs either, as long as the two programs are the same, so that hours of runs can be
    interrupted. A run that takes longer than the limit is stopped, and has no result; with a limit of 0 none is made."""

    hetrun: Path
    driver: Path
    platforms: Path
    jobs: int = 2
    keep: Path | None = None
    limit: float = 3600  # seconds of one run
    _results: dict = field(default_factory=dict)  # None: not ended
    _kept: dict = field(default_factory=dict)  # the file's, by run and what it was asked of
    _writing: Lock = field(default_factory=Lock)
    _running: set = field(default_factory=set)
    _stopping: bool = False
    _build: str = ""

    def __post_init__(self) -> None:
        self._build = fingerprint([self.hetrun, self.driver])
        text = self.keep.read_text() if self.keep and self.keep.exists() else ""
        if text and not text.endswith("\n"):  # what an interruption left
            with self.keep.open("a") as file:
                file.write("\n")
        for line in text.splitlines():
            try:
                kept = json.loads(line)
            except json.JSONDecodeError:
                continue
            known = set(kept["run"]) <= {one.name for one in fields(Run)}  # what an earlier version wrote may have other words
            if known and kept["build"] == self._build and (kept["row"] or kept["limit"] >= self.limit):
                self._kept[Run(**kept["run"]), kept.get("asked")] = kept["row"]

    def speeds(self, platform: str) -> list[float]:
        """Operations per second of the hosts, in the file's order, which is that of the ranks."""
        text = (self.platforms / f"{platform}.xml").read_text()
        return [float(speed) for speed in re.findall(r'<host [^>]*speed="([0-9.e+]+)f', text)]

    def _recall(self, runs: list[Run]) -> None:
        """Takes from the file what is asked for now: before, its platform may not have been written yet."""
        for run in runs:
            if run not in self._results and (run, self._asked(run)) in self._kept:
                self._results[run] = self._kept[run, self._asked(run)]

    def _simulate_and_keep(self, run: Run) -> None:
        begin = time.monotonic()
        row = self._simulate(run)
        with self._writing:
            self._results[run] = row
            if self.keep:
                kept = {"build": self._build, "asked": self._asked(run), "run": asdict(run), "row": row, "limit": self.limit,
                        "wall": round(time.monotonic() - begin, 1)}
                with self.keep.open("a") as file:
                    file.write(json.dumps(kept) + "\n")

    def _asked(self, run: Run) -> str:
        """What a result depends on beside the programs: the platform behind the name, and the options."""
        platform = self.platforms / f"{run.platform}.xml"
        words = [word for word in self._command(run) if "/" not in word]
        return hashlib.sha256((platform.read_bytes() if platform.exists() else b"") + "\n".join(words).encode()).hexdigest()[:16]

    def _command(self, run: Run) -> list[str]:
        command = [self.hetrun, "--simulate", self.platforms / f"{run.platform}.xml", "--dry",
                   "--look", look_seconds(run.platform, run.rare_looks)]
        if run.np:
            command += ["--np", run.np]
        if run.ranks_per_host:
            command += ["--ranks-per-host", run.ranks_per_host]
        command += ["--", self.driver, "--json", "--routine", run.routine, "--n", run.n, "--method", run.method]
        if run.nb != 64:
            command += ["--nb", run.nb]
        if run.grid:
            command += ["--grid", run.grid]
        return [str(word) for word in command]

    def _simulate(self, run: Run) -> dict | None:
        process = subprocess.Popen(self._command(run), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._running.add(process)
        if self._stopping:  # meanwhile
            process.terminate()
        try:
            printed, said = process.communicate(timeout=self.limit)
        except subprocess.TimeoutExpired:
            process.terminate()  # hetrun ends its simulation before itself
            process.communicate()
            return None
        finally:
            self._running.discard(process)
        rows = [line for line in printed.splitlines() if line.startswith("{")]
        if process.returncode != 0 or len(rows) != 1:
            raise SimulationFailed(f"{run}: exit code {process.returncode}, {len(rows)} rows\n{printed}{said}")
        return json.loads(rows[0])

    def tried(self, runs: list[Run]) -> list[dict | None]:
        """The results of the runs, in their order; None for those that did not end within the limit."""
        self._recall(runs)
        if self.limit == 0:
            return [self._results.get(run) for run in runs]
        new = sorted({run for run in runs if run not in self._results}, key=lambda run: -run.n)
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for _ in pool.map(self._simulate_and_keep, new):
                    pass
            except BaseException:  # an interruption too
                self._stopping = True
                pool.shutdown(wait=False, cancel_futures=True)
                for process in list(self._running):
                    process.terminate()
                raise
        return [self._results[run] for run in runs]

    def all(self, runs: list[Run]) -> list[dict]:
        """The same of runs that must end."""
        rows = self.tried(runs)
        for run, row in zip(runs, rows):
            if row is None:
                raise SimulationFailed(f"{run}: did not end in {self.limit:g} s")
        return rows
