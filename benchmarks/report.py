"""Print the speed table of the README from one run of the benchmarks.

    python benchmarks/report.py              run the three files of the table, then print (two minutes)
    python benchmarks/report.py RUN.json     print a run made with pytest benchmarks --benchmark-json=RUN.json

The time of a unit (a call, a hand, a table) is the best round's: noise only adds. Only ratios carry over to
other machines.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FILES = [str(HERE / name) for name in ("bench_rank.py", "bench_batch.py", "bench_score.py")]
Times = dict[str, dict[str, float]]  # group -> name -> nanoseconds a unit, fastest round


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.json")
        command = [sys.executable, "-m", "pytest", "-q", *FILES, f"--benchmark-json={path}"]
        subprocess.run(command, check=True, stdout=sys.stderr, cwd=HERE.parent)
        return json.loads(path.read_text())


def times(data: dict[str, Any]) -> Times:
    found: Times = {}
    for bench in data["benchmarks"]:
        extra = bench["extra_info"]
        found.setdefault(bench["group"], {})[extra["name"]] = bench["stats"]["min"] / extra["units"] * 1e9
    return found


def nanoseconds(value: float) -> str:
    return f"{value:,.2f}" if value < 10 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def group_table(group: str, rows: dict[str, float], ours: str) -> list[str]:
    """One group, fastest first; the last column is how many times as long as ours it takes."""
    base = rows[ours]
    lines = [f"| {group} | ns | times ours |", "|---|--:|--:|"]
    for name, value in sorted(rows.items(), key=lambda item: item[1]):
        shown = f"**{name}**" if name == ours else name
        lines.append(f"| {shown} | {nanoseconds(value)} | {value / base:,.2f} |")
    return [*lines, ""]


def fastest_peer(rows: dict[str, float]) -> tuple[str, float]:
    """The best row that is neither ours, nor a yardstick, nor the empty call."""
    own = ("ofckit", "rank_many", "unchecked", "plain", "floor", "(")
    return min(((n, v) for n, v in rows.items() if not n.startswith(own)), key=lambda item: item[1])


def targets(t: Times) -> list[str]:
    """The jobs with what they must reach, and what this run reached."""
    lines = ["| job | measured | must reach |", "|---|---|---|"]

    def add(job: str, ratio: float, limit: float, of: str, at_least: bool = False) -> None:
        met = ratio >= limit if at_least else ratio <= limit
        word = "at least" if at_least else "at most"
        lines.append(f"| {job} | {ratio:.2f} {of} | {word} {limit:g}{'' if met else ' - NOT MET'} |")

    call, from_text = t["one call, five cards"], t["from text, five cards"]
    peer, best = fastest_peer(call)
    add("rank5, one call", call["ofckit rank5"] / best, 0.5, f"of {peer}")
    peer, best = fastest_peer(from_text)
    add(
        "rank from text", from_text["ofckit rank"] / best, 1, f"of {peer} ({from_text['ofckit rank']:.0f} ns)"
    )
    for k in (5, 3):
        rows = t[f"batch of {k}"]
        loop = rows["plain C loop over the header"]
        add(f"rank_many of {k}, portable", rows["rank_many, portable"] / loop, 1.3, "of the plain C loop")
        if "rank_many, avx2" in rows:
            add(f"rank_many of {k}, avx2", rows["rank_many, avx2"] / loop, 0.5, "of the plain C loop")
    rows = t["batch of 5"]
    ours = min(v for n, v in rows.items() if n.startswith("rank_many"))
    peer, best = fastest_peer(rows)
    add("rank_many of 5 against peers", best / ours, 60, f"times as fast as {peer}", at_least=True)
    tables = t["tables"]
    for kind in ("random", "legal-looking"):
        ratio = tables[f"score_many, {kind}"] / tables["rank_many, portable, one hand per table"]
        rate = 1e3 / tables[f"score_many, {kind}"]
        add(f"score_many, {kind}", ratio, 12, f"times one hand per table ({rate:.1f} M tables/s)")
    for name in ("portable", "avx2"):
        if f"{name}, 1 thread(s)" in t["threads"]:
            ratio = t["threads"][f"{name}, 1 thread(s)"] / t["threads"][f"{name}, 2 thread(s)"]
            add(f"two threads, {name}", ratio, 1.8, "times one thread", at_least=True)
    return [*lines, ""]


def remarks(t: Times) -> list[str]:
    """What the check costs, and how near the kernel comes to reading its input."""
    lines = []
    for k in (5, 3):
        rows = t[f"batch of {k}"]
        for name in ("portable", "avx2"):
            if f"unchecked, {name}" in rows:
                whole, floor = rows[f"rank_many, {name}"], rows["floor: reading the cards"]
                check = max(0, whole - rows[f"unchecked, {name}"])
                lines.append(
                    f"- {k} cards, {name}: {whole:.2f} ns a hand, of which the check takes {check:.2f}; "
                    f"{whole / floor:.1f} times as long as reading the cards ({floor:.2f} ns)."
                )
    return [*lines, ""]


OURS = {
    "one call, five cards": "ofckit rank5",
    "from text, five cards": "ofckit rank",
    "one call, seven cards": "ofckit rank_ids",
    "batch of 5": "rank_many, ",
    "batch of 3": "rank_many, ",
    "batch of 6": "rank_many, ",
    "batch of 7": "rank_many, ",
    "tables": "score_many, legal-looking",
}


def report(data: dict[str, Any]) -> str:
    t = times(data)
    machine = data["machine_info"]
    lines = [
        f"{machine['cpu'].get('brand_raw', machine['processor'])}, Python {machine['python_version']}",
        "",
    ]
    lines += targets(t) + remarks(t)
    for group, prefix in OURS.items():
        rows = t[group]
        ours = min((n for n in rows if n.startswith(prefix)), key=rows.__getitem__)
        lines += group_table(group, rows, ours)
    return "\n".join(lines)


def main() -> None:
    print(report(json.loads(Path(sys.argv[1]).read_text()) if len(sys.argv) > 1 else run()))


if __name__ == "__main__":
    main()
