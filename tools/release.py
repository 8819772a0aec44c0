"""Rehearse a release: check that it can happen, and print what the workflow will do with the tag.

    python tools/release.py                 before a tag: what fails, and what is left to do
    python tools/release.py --tag v1.2.3    in the workflow: nothing may be left to do
    python tools/release.py --sdist FILE    check this sdist instead of building one

Run it in a checkout, with the tools of the dependency group `release`. Exit status 1 if something is wrong.
"""

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections import defaultdict
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MADE_BY_SETUPTOOLS = re.compile(r"PKG-INFO|setup\.cfg|src/ofckit\.egg-info/.*")
# As in .github/workflows/wheels.yml: the platforms of cibuildwheel, and the machines that each is built for.
PLATFORMS = {
    "linux": ("x86_64", "aarch64"),
    "macos": ("x86_64", "arm64"),
    "windows": ("AMD64", "ARM64"),
    "pyodide": ("wasm32",),
}
PYTHONS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
PYODIDE_PYTHONS = ("cp313", "cp314")


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def text_of(name: str) -> str:
    return ROOT.joinpath(name).read_text(encoding="utf-8")


def the_version() -> str:
    return str(tomllib.loads(text_of("pyproject.toml"))["project"]["version"])


def wrong_versions(version: str) -> list[str]:
    """Files that name another version than pyproject.toml."""
    said = {
        "src/ofckit/__init__.py": rf'^__version__ = "{re.escape(version)}"$',
        "CITATION.cff": rf"^version: {re.escape(version)}$",
        "CHANGELOG.md": rf"^## {re.escape(version)} \(.+\)$",
    }
    return [
        f"{name} does not say version {version}"
        for name, line in said.items()
        if not re.search(line, text_of(name), re.MULTILINE)
    ]


def undone(version: str) -> list[str]:
    """What has to be done to the checkout before it is tagged."""
    left = []
    if not re.search(
        rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", text_of("CHANGELOG.md"), re.MULTILINE
    ):
        left.append(f"CHANGELOG.md: the heading of {version} has no date, as in '## {version} (2026-01-31)'")
    if not re.search(r"^date-released: \d{4}-\d\d-\d\d$", text_of("CITATION.cff"), re.MULTILINE):
        left.append("CITATION.cff: no date-released")
    if "From the first release on" in text_of("README.md"):
        left.append("README.md: its section Install still awaits the first release")
    return left


def wrong_tables() -> list[str]:
    done = subprocess.run([sys.executable, "tools/tables.py", "--check"], cwd=ROOT, check=False)
    return ["tools/tables.py makes other tables than those that are checked in"] if done.returncode else []


def wrong_sdist(sdist: Path) -> list[str]:
    """Where the sdist and the files that git knows differ, in names or in bytes."""
    with tarfile.open(sdist) as archive:
        packed = {
            member.name.partition("/")[2]: file.read()
            for member in archive
            if (file := archive.extractfile(member)) is not None
        }
    known = {name: ROOT.joinpath(name) for name in output("git", "ls-files", "-z").split("\0") if name}
    extra = [name for name in packed.keys() - known.keys() if not MADE_BY_SETUPTOOLS.fullmatch(name)]
    return [
        *(f"{name} is not in the sdist" for name in sorted(known.keys() - packed.keys())),
        *(f"{name} is in the sdist alone" for name in sorted(extra)),
        *(
            f"{name} differs in the sdist"
            for name in sorted(packed.keys() & known.keys())
            if packed[name] != known[name].read_bytes()
        ),
    ]


def wheels() -> dict[str, list[str]]:
    """The wheels that the workflow builds, by platform, as cibuildwheel names them."""
    if find_spec("cibuildwheel") is None:
        raise SystemExit("no cibuildwheel here: python -m pip install -c .ci/constraints.txt --group release")
    command = (sys.executable, "-m", "cibuildwheel", "--print-build-identifiers")
    return {
        platform: output(*command, "--platform", platform, "--archs", ",".join(machines)).split()
        for platform, machines in PLATFORMS.items()
    }


def wrong_wheels(built: dict[str, list[str]]) -> list[str]:
    """Platforms with a Python too many or too few, over all machines (and both C libraries of Linux)."""
    wrong = []
    for platform, machines in PLATFORMS.items():
        pythons = PYODIDE_PYTHONS if platform == "pyodide" else PYTHONS
        wanted = sorted(pythons * len(machines) * (2 if platform == "linux" else 1))
        found = sorted(identifier.split("-")[0] for identifier in built[platform])
        if found != wanted:
            wrong.append(f"{platform}: wheels for {' '.join(found)}, not for {' '.join(wanted)}")
    return wrong


def tell(version: str, built: dict[str, list[str]]) -> None:
    print(f"Pushing the tag v{version} will, by .github/workflows/release.yml:")
    print("  1. run this again with --tag, where nothing may be left to do;")
    print("  2. build the sdist, and run the tests in what it unpacks to;")
    print(f"  3. build and test {sum(map(len, built.values()))} wheels from it, each on its own system:")
    pythons = defaultdict(list)
    for identifier in chain.from_iterable(built.values()):
        python, _, system = identifier.partition("-")
        pythons[system].append(python)
    for system, found in pythons.items():
        print(f"       {system:<20} {' '.join(found)}")
    print("  4. check all of them by `bash .ci/run dist`: metadata, contents, size;")
    print("  5. wait for whoever guards the environment `pypi`, and publish there by trusted publishing.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Rehearse a release; see the top of this file.")
    parser.add_argument("--tag", help="the tag that is being released")
    parser.add_argument("--sdist", type=Path, help="the sdist to check, built here if not said")
    options = parser.parse_args()
    version = the_version()
    built = wheels()
    wrong = [*wrong_versions(version), *wrong_tables(), *wrong_wheels(built)]
    with tempfile.TemporaryDirectory() as folder:
        if options.sdist is None:
            output(sys.executable, "-m", "build", "--sdist", "--outdir", folder)
            (options.sdist,) = Path(folder).glob("*.tar.gz")
        wrong += wrong_sdist(options.sdist)
    left = undone(version)
    if options.tag is not None:
        wrong += left
        if options.tag != f"v{version}":
            wrong.append(f"the tag {options.tag} is not v{version}")
    elif output("git", "tag", "--list", f"v{version}"):
        wrong.append(f"the tag v{version} is there already")
    else:
        tell(version, built)
        for line in left:
            print(f"To do before the tag: {line}")
    for line in wrong:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
