"""The static site: the page, the engine for Pyodide, what makes it work offline. Any host will do."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from .. import __version__
from .._errors import OfcError
from .._values import brief
from ._page import page_files

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser needs of Pyodide, with its lock file; releases differ in the name of one."""
_LOCK = "pyodide-lock.json"
_WHEEL = re.compile(
    r"ofckit-[0-9][A-Za-z0-9.+!_]*-cp3[0-9]+-cp3[0-9]+-(?:pyodide|pyemscripten|emscripten)_\w+\.whl"
)
_ENGINE = '<meta name="ofckit-engine" content="server">'
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def build(folder: str | Path, *, wheel: str | Path, pyodide: str | Path) -> list[str]:
    """Write the static site and return the names of its files.

    folder: where to; it is made, and must be empty or an earlier site. wheel: of this version for Pyodide.
    pyodide: the folder of a Pyodide release (npm's package `pyodide` will do). OfcError for anything missing.
    """
    wheel, pyodide, target = Path(wheel), Path(pyodide), Path(folder)
    found = dict(_engine(wheel, pyodide))
    found |= page_files()
    page = found["index.html"].decode()
    if _ENGINE not in page:
        raise OfcError("index.html says nothing of its engine: this installation is damaged")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    page = page.replace(_ENGINE, '<meta name="ofckit-engine" content="pyodide">')
    found["index.html"] = page.replace("<meta charset", f"{policy}\n<meta charset", 1).encode()
    version = f"{__version__}-{_hash(found)}"
    worker = found["sw.js"].decode().replace('const VERSION = "unbuilt";', f'const VERSION = "{version}";')
    found["sw.js"] = worker.encode()
    # the service worker itself is never kept by it: a browser asks for it anew
    kept = sorted(name for name in found if name != "sw.js")
    plan = {"version": version, "wheel": wheel.name, "files": kept}
    found["engine.json"] = json.dumps(plan, indent=1).encode()
    found[".nojekyll"] = b""
    _write(target, found)
    return sorted(found)


def _engine(wheel: Path, pyodide: Path) -> Iterable[tuple[str, bytes]]:
    if not _WHEEL.fullmatch(wheel.name) or not wheel.is_file():
        raise OfcError(f"{brief(str(wheel))} is no wheel of ofckit for Pyodide, such as cibuildwheel builds")
    if not wheel.name.startswith(f"ofckit-{__version__}-"):
        raise OfcError(f"{wheel.name} is of another version than this one, {__version__}")
    yield wheel.name, wheel.read_bytes()
    if not (pyodide / _LOCK).is_file():
        raise OfcError(f"{brief(str(pyodide))} is no folder of Pyodide: it has no {_LOCK}")
    lock = json.loads((pyodide / _LOCK).read_text(encoding="utf-8"))
    python = "".join(lock["info"]["python"].split(".")[:2])
    if f"-cp{python}-" not in wheel.name:
        raise OfcError(f"{wheel.name} is for another Python than this Pyodide, which has cp{python}")
    # no package of the lock file is used: the page loads the engine alone
    yield f"pyodide/{_LOCK}", json.dumps({**lock, "packages": {}}).encode()
    present = [name for name in PYODIDE if (pyodide / name).is_file()]
    for needed in ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        if needed not in present:
            raise OfcError(f"{brief(str(pyodide))} has no {needed}")
    for name in present:
        yield f"pyodide/{name}", (pyodide / name).read_bytes()


def _hash(files: dict[str, bytes]) -> str:
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return total.hexdigest()[:12]


def _write(target: Path, files: dict[str, bytes]) -> None:
    if target.exists() and not target.is_dir():
        raise OfcError(f"{brief(str(target))} is not a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / "engine.json").is_file():
        raise OfcError(f"{brief(str(target))} is not empty, and no earlier site: choose another folder")
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for old in target.glob("ofckit-*.whl"):
        if old.name not in files:
            old.unlink()
