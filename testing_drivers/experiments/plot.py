"""Line plots by gnuplot."""

import subprocess
from pathlib import Path

STYLE = """
set terminal pngcairo size 720,480 font "DejaVu Sans,11"
set grid lc rgb "#bbbbbb"
set border 3
set tics nomirror
"""


def line_plot(file: Path, title: str, x_label: str, y_label: str, curves: dict[str, list[tuple[float, float]]],
              log: str = "", dashed: tuple[str, ...] = (), key: str = "top left") -> None:
    """Draws one line with points for each curve, in the order of the dictionary; those named in `dashed` without points.
    `log` names the axes with a logarithmic scale, `key` the corner of the curves' names. The x axis is marked at the
    points."""
    script = STYLE + f'set output "{file}"\nset title "{title}"\nset xlabel "{x_label}"\nset ylabel "{y_label}"\n'
    script += f"set key {key}\n"
    if log:
        script += f"set logscale {log}\n"
    places = sorted({x for points in curves.values() for x, _ in points})
    script += f"set xtics ({', '.join(str(x) for x in places)})\nset xrange [{0.93 * places[0]}:{1.07 * places[-1]}]\n"
    parts, data = [], ""
    for number, (name, points) in enumerate(curves.items()):
        look = f"lines dt 2 lw 2 lc {number + 1}" if name in dashed else f"linespoints pt 7 lw 2 lc {number + 1}"
        parts.append(f'"-" with {look} title "{name}"')
        data += "".join(f"{x} {y}\n" for x, y in points) + "e\n"
    subprocess.run(["gnuplot"], input=script + "plot " + ", ".join(parts) + "\n" + data, text=True, check=True,
                   stderr=subprocess.DEVNULL)
