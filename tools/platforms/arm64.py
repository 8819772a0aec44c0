"""The extension for 64-bit ARM: built by a cross compiler against Debian's Python, and run by qemu."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from machine import Failed, apt, build_extension, copy_sources, install_pytest, run, tests_without_threads

COMMANDS = {
    "qemu-aarch64": "qemu-user",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
}
SOME_TESTS = ["test_cases_rank.py", "test_cases_ranking.py", "test_position.py"]  # for CI


@dataclass(frozen=True)
class Arm64:
    """Debian's arm64 Python, unpacked, and ofckit built for it."""

    python: list[str | Path]
    extension: Path
    tests: Path

    def run(self, *arguments: str | Path) -> str:
        """Run Python there, among the tests."""
        return run([*self.python, *arguments], cwd=self.tests)


def unpack_python(work: Path) -> Path:
    """Debian's arm64 Python and all that it needs, unpacked and not installed."""
    root, state = work / "root", work / "apt"
    for folder in ("lists/partial", "cache/archives/partial"):
        (state / folder).mkdir(parents=True)
    (state / "status").touch()
    said = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Sandbox::User": "",
        "Debug::NoLocking": "1",
        "Acquire::Languages": "none",
        "Dir::State::Lists": state / "lists",
        "Dir::State::status": state / "status",
        "Dir::Cache": state / "cache",
    }
    options = [word for name, value in said.items() for word in ("-o", f"{name}={value}")]
    apt(*options, "update")
    apt(*options, "--download-only", "install", "python3", "libpython3-dev")
    root.mkdir()
    for package in sorted((state / "cache/archives").glob("*.deb")):
        run(["dpkg", "-x", package, root])
    return root


def headers(root: Path) -> Path:
    """Those of that Python."""
    (include,) = root.glob("usr/include/python3.*")
    if include.name != "python3.11":
        raise Failed(f"Debian 12 is wanted, whose Python is 3.11: here is {include.name}")
    return include


def build(work: Path, root: Path) -> Arm64:
    """root: from `unpack_python`."""
    include = headers(root)
    sources = copy_sources(work / "sources")
    extension = build_extension(sources, "aarch64-linux-gnu-gcc", "-shared", include, "aarch64-linux-gnu")
    paths = f"PYTHONPATH={sources / 'src'}:{install_pytest(work / 'packages')}"
    emulator: list[str | Path] = ["qemu-aarch64", "-L", root, "-E", paths, "-E", "PYTHONDONTWRITEBYTECODE=1"]
    return Arm64([*emulator, root / "usr/bin" / include.name], extension, sources / "tests")


def test(arm64: Arm64, everything: bool) -> str:
    """Pytest's last line."""
    files = tests_without_threads() if everything else SOME_TESTS
    said = arm64.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
    return said.strip().splitlines()[-1]
