"""What every part asks of the machine: packages of Debian, processes, a copy of the sources, a build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import BoundedSemaphore

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCES = ["csrc", "docs", "src", "tests", "tools", "pyproject.toml", "setup.py", "README.md", "LICENSE"]

_processors = BoundedSemaphore(os.cpu_count() or 1)


class Failed(Exception):
    """A command failed; the text is the command and the end of its output."""


def run(
    command: Sequence[str | Path], env: Mapping[str, str] | None = None, cwd: Path = ROOT, minutes: float = 30
) -> str:
    """Run a command as soon as a processor is free; what it writes, errors included. Raises Failed."""
    words = [str(word) for word in command]
    with _processors:
        try:
            done = subprocess.run(
                words,
                cwd=cwd,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                timeout=60 * minutes,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{words[0]}: not done after {minutes} minutes") from error
    if done.returncode:
        raise Failed(f"$ {' '.join(words)[:1000]}\n{done.stdout.strip()[-6000:]}\nexit {done.returncode}")
    return done.stdout


def apt(*arguments: str | Path) -> None:
    """apt-get, without a question and without a word."""
    run(["apt-get", "-qq", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300", *arguments],
        {"DEBIAN_FRONTEND": "noninteractive"})  # fmt: skip


def install(commands: Mapping[str, str]) -> None:
    """Install the Debian packages of the commands that are missing: command -> packages."""
    missing = [packages for command, packages in commands.items() if shutil.which(command) is None]
    if not missing:
        return
    if os.geteuid() != 0:
        raise Failed(f"missing, and only root installs packages: apt-get install {' '.join(missing)}")
    apt("update")
    apt("-o", "DPkg::Options::=--force-unsafe-io", "install", *" ".join(missing).split())


def copy_sources(to: Path) -> Path:
    """The sources, with nothing that was built from them."""
    built = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info", ".hypothesis")
    to.mkdir(parents=True)
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, to / name, ignore=built)
        else:
            shutil.copy(path, to / name)
    return to


def build_extension(sources: Path, compiler: str, link: str, include: Path, platform: str) -> Path:
    """Build ofckit._core in place with a cross compiler, by setup.py itself; the extension.

    include: the headers of the other Python; they stand before those of this one. platform: the
    system and the processor, as in the names of extensions there.
    """
    suffix = f".cpython-311-{platform}.so"
    env = {
        "CC": compiler,
        "LDSHARED": f"{compiler} {link}",
        "CFLAGS": f"-DNDEBUG -I{include} -I{include.parent}",
        "SETUPTOOLS_EXT_SUFFIX": suffix,
        "_PYTHON_HOST_PLATFORM": platform,  # for sysconfig.get_platform()
    }
    run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], env, sources)
    return sources / f"src/ofckit/_core{suffix}"


def install_pytest(to: Path) -> Path:
    """Pytest and Hypothesis without a compiled part, for Python 3.11 on any processor."""
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--target",
        to,
        "--only-binary=:all:",
    ]
    other = ["--platform=any", "--implementation=py", "--abi=none", "--python-version=3.11"]
    run([*pip, *other, "pytest", "hypothesis"])
    return to


def tests_without_threads() -> list[str]:
    """The files of tests that want no NumPy, thread or process: those of the workflow's Pyodide wheels."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    command: str = settings["pyodide"]["test-command"]
    return [word.rpartition("/")[2] for word in command.split() if word.endswith(".py")]
