"""What the choice of a plan costs on this machine: the only times here that are not virtual."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from routines import OF_HETPLAN


@dataclass(frozen=True)
class Planner:
    """hetplan of the ordinary build, which chooses among all grids and ways as the library does."""

    hetplan: Path

    def seconds(self, routine: str, n: int, nb: int, cycle_times: str) -> float:
        """Of one processor; the least of three, the program's start included."""
        command = [self.hetplan, "grid", "--cycle-times", cycle_times, "--routine", OF_HETPLAN[routine], "--n", n, "--nb", nb,
                   "--json"]
        return min(_processor_seconds([str(word) for word in command]) for _ in range(3))


def _processor_seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime
