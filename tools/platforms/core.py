"""The C core: compiled for every system by Zig's Clang, run where something runs it, its kernels counted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from machine import HERE, ROOT, Failed, run

FLAGS = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-UNDEBUG", "-Icsrc"]
NODE = ["node", "--no-warnings", str(HERE / "wasi.mjs")]

# target -> what runs its programs, and how that is called; None where that takes the wine of --all, or a Mac
TARGETS: dict[str, tuple[list[str] | None, str]] = {
    "aarch64-linux-musl": (["qemu-aarch64"], "qemu-user"),
    "s390x-linux-musl": (["qemu-s390x"], "qemu-user, big-endian"),
    "wasm32-wasi": (NODE, "node's WASI, 32 bits"),
    "x86-linux-musl": (None, "32 bits"),
    "x86_64-windows-gnu": (None, ""),
    "aarch64-windows-gnu": (None, ""),
    "aarch64-macos": (None, ""),
}
ONLY_IN_ALL: dict[str, tuple[list[str], str]] = {
    "x86-linux-musl": (["qemu-i386"], "qemu-user, 32 bits"),
    "x86_64-windows-gnu": (["wine"], "wine"),
}
EXTRA = {"wasm32-wasi": ["-msimd128"]}
HANDS = 100_000  # as in rank_hands.c


def check(
    target: str, work: Path, everything: bool, installed: Callable[[], None] = lambda: None
) -> tuple[str, str, str]:
    """Compile for this target and run the tests: (compiles, C tests, how) of the matrix.

    Programs are linked where they are run, and everywhere with `everything`: that has Zig build a C library.
    They are run after `installed` returns.
    """
    runner, how = TARGETS[target]
    if everything:
        runner, how = ONLY_IN_ALL.get(target, (runner, how))
    out = work / target
    out.mkdir(parents=True)
    quick = runner is None and not everything  # Clang warns of the same
    flags = ["-O0" if quick else "-O1", *FLAGS, *EXTRA.get(target, [])]
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", target, *flags]
    env = {
        "ZIG_GLOBAL_CACHE_DIR": str(work / "zig"),
        "ZIG_LOCAL_CACHE_DIR": str(work / "zig"),
        "WINEDEBUG": "-all",
    }

    def compiled(source: Path) -> Path:
        made = out / f"{source.stem}.o"
        run([*zig, "-c", source, "-o", made], env)
        return made

    def tested(test: Path) -> None:
        program = out / f"{test.stem}.exe"
        run([*zig, test, *objects, "-lm", "-o", program], env)
        if runner is not None:
            installed()
            run([*runner, program], env)

    sources, tests = sorted(ROOT.glob("csrc/*/*.c")), sorted(ROOT.glob("tests/c/test_*.c"))
    with ThreadPoolExecutor(4) as pool:
        objects = list(pool.map(compiled, sources))
        if quick:
            list(pool.map(compiled, tests))
            return f"{len(objects)} + {len(tests)} files", "", how
        tested(tests[0])  # the first has Zig build its C library, on which the others would wait
        list(pool.map(tested, tests[1:]))
    return f"{len(objects)} + {len(tests)} files, linked", f"{len(tests)} pass" if runner else "", how


def kernels(work: Path, everything: bool) -> list[str]:
    """What the portable and the NEON kernel execute a hand, and whether they rank every hand right: lines.

    Raises Failed where NEON takes more than half of the portable kernel's instructions.
    """
    work.mkdir(parents=True)
    plugin, program = work / "count.so", work / "rank_hands"
    run(["cc", "-O2", "-shared", "-fPIC", HERE / "count_instructions.c", "-o", plugin])
    sources = sorted(ROOT.glob("csrc/core/*.c"))
    run(["aarch64-linux-gnu-gcc", "-static", "-std=gnu11", "-O3", "-Icsrc", HERE / "rank_hands.c", *sources,
         "-lm", "-o", program])  # fmt: skip

    def instructions(kernel: str, cards: int, times: int) -> int:
        counted = run(["qemu-aarch64", "-plugin", plugin, program, kernel, str(cards), str(times)])
        return int(counted.split()[-1])

    lines = []
    for cards in range(3, 8):
        portable, neon = (
            (instructions(kernel, cards, 2) - instructions(kernel, cards, 1)) / HANDS
            for kernel in ("portable", "neon")
        )
        lines.append(
            f"{cards} cards: {portable:.1f} instructions a hand, NEON {neon:.1f} ({neon / portable:.0%})"
        )
        if neon > portable / 2:
            raise Failed(f"{lines[-1]}: more than half")
    for cards in range(1, 8 if everything else 6):
        lines.append(run(["qemu-aarch64", program, "neon", str(cards), "all"]).strip())
    return lines


def commands(everything: bool) -> dict[str, str]:
    """What runs the programs: command -> Debian packages."""
    packages = {"node": "nodejs", "wine": "wine wine64"}
    runners = [runner for runner, _ in TARGETS.values()]
    if everything:
        runners += [runner for runner, _ in ONLY_IN_ALL.values()]
    return {runner[0]: packages.get(runner[0], "qemu-user") for runner in runners if runner}
