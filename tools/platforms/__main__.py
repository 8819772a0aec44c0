"""What this machine can show of ofckit on other systems and processors, and the table of it.

    python tools/platforms [core] [kernels] [arm64] [wasm]   these parts; all without a name
    python tools/platforms --all                             also what takes too long for .ci/run
    python tools/platforms --wheel FILE                      and compare with the wheel of this machine
    python tools/platforms --keep FOLDER                     and leave there what runs in Pyodide

core      the C core and its tests, by Zig's Clang for seven targets without a warning; run by qemu and node
kernels   the instructions of the NEON kernel and the portable one, and every hand of up to five cards by NEON
arm64     the extension against Debian's arm64 Python, and tests of it, under qemu
wasm      the extension for Pyodide, under node and in Chromium, on the one thread there is

For Debian 12 on x86-64, as root: what is missing is installed. It takes the dependency group `platforms`,
works in a temporary folder, and keeps nothing else for the next time. Exit status 1 if anything fails.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path

import arm64
import core
import wasm
from machine import HERE, ROOT, Failed, install, run

sys.path.append(str(ROOT / "tools"))
from wheel_size import parts

PARTS = ("core", "kernels", "arm64", "wasm")
HEADINGS = ("platform", "compiles", "C tests", "extension tests", "how")
NOT_THE_WHEEL = """\
What differs from the Pyodide wheels of the workflow: here Debian's Emscripten {emscripten} builds for Python
3.11 and pyodide {pyodide} of npm, with Debian's headers and wasm32's sizes in pyconfig.h, and a zip file is
loaded. There cibuildwheel builds for the newer Pythons that pyproject.toml lets through, with the Emscripten
that each Pyodide names; the wheels have a platform tag and are installed by pip. Sources, setup.py and flags
are the same."""

Row = tuple[str, str, str, str, str]
Job = Callable[[], None]


class Report:
    """Rows of the table, what else was found, and what the same program said on each platform."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.notes: list[str] = []
        self.said: dict[str, str] = {}

    def compile_core(self, target: str, work: Path, everything: bool, installed: Job) -> None:
        compiles, tests, how = core.check(target, work, everything, installed)
        compiler = f"zig {version('ziglang')}"
        self.rows.append((target, compiles, tests, "", f"{compiler}; {how}" if how else compiler))

    def count(self, work: Path, everything: bool, installed: Job) -> None:
        installed()
        self.notes.append("\n".join(core.kernels(work, everything)))

    def on_arm64(self, built: arm64.Arm64, everything: bool) -> None:
        tests = arm64.test(built, everything)
        self.said["arm64"] = built.run(HERE / "same.py")
        compiler = run(["aarch64-linux-gnu-gcc", "-dumpversion"]).strip()
        self.rows.append(("linux-aarch64", "extension", "", tests, f"gcc {compiler}, Python 3.11; qemu-user"))
        self.notes.append(f"extension for arm64: {built.extension.stat().st_size:,} bytes")

    def in_node(self, built: wasm.Wasm, everything: bool) -> None:
        self.said["Pyodide under node"] = built.run("tools/platforms/same.py")
        tests = wasm.test(built, everything)
        compiler = f"emcc {built.emscripten}, pyodide {wasm.PYODIDE}"
        self.rows.append(("emscripten-wasm32", "extension", "", tests, f"{compiler}; node"))
        self.notes.append(NOT_THE_WHEEL.format(emscripten=built.emscripten, pyodide=wasm.PYODIDE))
        self.notes.append(sizes("package for Pyodide", built.archive))

    def in_chromium(self, built: wasm.Wasm, work: Path) -> None:
        self.said["Pyodide in Chromium"] = wasm.in_chromium(built, work)
        browser = run(["chromium", "--version"]).split()[1]
        self.rows.append(("emscripten-wasm32", "extension", "", "same.py", f"Chromium {browser}"))

    def here(self, wheel: Path, work: Path) -> None:
        run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", work, wheel])
        self.said["this machine"] = run([sys.executable, HERE / "same.py"], {"PYTHONPATH": str(work)})
        self.notes.append(sizes(wheel.name, wheel))

    def compare(self) -> None:
        """Raise Failed where a platform says something else than another."""
        names = sorted(self.said)
        for name in names[1:]:
            for one, other in zip(
                self.said[names[0]].splitlines(), self.said[name].splitlines(), strict=True
            ):
                if one != other:
                    raise Failed(f"{names[0]}: {one[:2000]}\n{name}: {other[:2000]}")
        if len(names) > 1:
            self.notes.append(f"equal to the last digit in all that same.py prints: {', '.join(names)}")

    def text(self) -> str:
        table = [HEADINGS, *sorted(self.rows)]
        widths = [max(len(row[i]) for row in table) for i in range(len(HEADINGS))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table
        ]
        return "\n".join(line.rstrip() for line in lines) + "\n\n" + "\n\n".join(self.notes)


def sizes(name: str, archive: Path) -> str:
    """The compressed bytes of each part that has a hundredth of them."""
    found = parts(archive)
    lines = [f"{name}: {archive.stat().st_size:,} bytes"]
    lines += [f"{size:>12,}  {part}" for part, size in found.most_common() if size > found.total() / 100]
    return "\n".join(lines)


def packages(chosen: set[str], everything: bool) -> dict[str, str]:
    """The commands that these parts run, and Debian's packages of them."""
    needed: dict[str, str] = {}
    if "core" in chosen:
        needed |= core.commands(everything)
    if chosen & {"kernels", "arm64", "wasm"}:
        needed |= arm64.COMMANDS
    if "wasm" in chosen:
        needed |= wasm.COMMANDS
    return needed


def check(
    chosen: set[str], everything: bool, wheel: Path | None, work: Path, keep: Path | None = None
) -> Report:
    """Everything at once, as far as there are processors. Raises Failed for the first thing that fails."""
    report = Report()

    def on_python(installed: Job) -> None:
        installed()
        root = arm64.unpack_python(work)
        jobs: list[Job] = []
        if "arm64" in chosen:
            jobs.append(lambda: report.on_arm64(arm64.build(work / "arm64", root), everything))
        if "wasm" in chosen:
            jobs.append(lambda: in_pyodide(wasm.build(work / "wasm", arm64.headers(root))))
        together(jobs)

    def in_pyodide(built: wasm.Wasm) -> None:
        if keep is not None:
            wasm.keep(built, keep)
        together(
            [lambda: report.in_node(built, everything), lambda: report.in_chromium(built, work / "chromium")]
        )

    with ThreadPoolExecutor(1) as pool:
        installed = pool.submit(install, packages(chosen, everything)).result
        jobs: list[Job] = []
        if chosen & {"arm64", "wasm"}:
            jobs.append(lambda: on_python(installed))
        if "kernels" in chosen:
            jobs.append(lambda: report.count(work / "kernels", everything, installed))
        if "core" in chosen:
            jobs += [
                partial(report.compile_core, target, work, everything, installed) for target in core.TARGETS
            ]
        if wheel is not None:
            jobs.append(lambda: report.here(wheel, work / "wheel"))
        together(jobs)
    report.compare()
    return report


def together(jobs: Sequence[Job]) -> None:
    """Run these at the same time; what one of them raises is raised when all have ended."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        for future in [pool.submit(job) for job in jobs]:
            future.result()


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    if wrong := [name for name in given.parts if name not in PARTS]:
        parser.error(f"{wrong[0]}: the parts are {', '.join(PARTS)}")
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="ofckit-platforms.") as work:
            report = check(set(given.parts or PARTS), given.all, given.wheel, Path(work), given.keep)
    except Failed as error:
        print(error)
        return 1
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(report.text())
    print(f"\n{time.monotonic() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor time")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
