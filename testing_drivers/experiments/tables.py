"""Tables in Markdown."""


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def seconds(value: float) -> str:
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"
