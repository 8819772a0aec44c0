"""The extension for WebAssembly: built by Debian's Emscripten, loaded by Pyodide in node and Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from zipfile import ZIP_DEFLATED, ZipFile

from machine import (
    HERE,
    ROOT,
    Failed,
    build_extension,
    copy_sources,
    install_pytest,
    run,
    tests_without_threads,
)

PYODIDE = "0.25.1"  # the last that Debian 12's Emscripten links for, and its Python is 3.11 like Debian's
COMMANDS = {"emcc": "emscripten", "node": "nodejs", "npm": "npm", "chromium": "chromium"}
SOME_TESTS = ["test_cases_rank.py", "test_position.py", "test_threads.py"]
# What pyconfig.h says of the processor; all else is what Debian's says.
SIZES = {
    "ALIGNOF_LONG": 4, "ALIGNOF_SIZE_T": 4, "SIZEOF_LONG": 4, "SIZEOF_PTHREAD_T": 4, "SIZEOF_SIZE_T": 4,
    "SIZEOF_UINTPTR_T": 4, "SIZEOF_VOID_P": 4,
}  # fmt: skip
CHROMIUM = [
    "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
]  # fmt: skip


@dataclass(frozen=True)
class Wasm:
    """Pyodide, and ofckit built for it."""

    pyodide: Path
    sources: Path
    extension: Path
    archive: Path
    emscripten: str

    def run(self, *arguments: str | Path) -> str:
        """Run Python under node, among the sources."""
        return run(["node", "--no-warnings", HERE / "node.mjs", self.pyodide, self.sources, *arguments])


def headers(include: Path, to: Path) -> Path:
    """These headers of a 64-bit Python, for 32 bits."""
    shutil.copytree(include, to)
    (config,) = include.parent.glob(f"*-linux-gnu/{include.name}/pyconfig.h")
    text = config.read_text(encoding="utf-8")
    for name, size in SIZES.items():
        text, found = re.subn(rf"^#define {name} \d+$", f"#define {name} {size}", text, flags=re.MULTILINE)
        if found != 1:
            raise Failed(f"{config}: {found} lines define {name}, not one")
    (to / "pyconfig.h").write_text(text, encoding="utf-8")
    return to


def build(work: Path, include: Path) -> Wasm:
    """include: the headers of Debian's Python 3.11 for any 64-bit processor."""
    work.mkdir(parents=True)
    run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=work)
    run(["tar", "-xzf", f"pyodide-{PYODIDE}.tgz"], cwd=work)
    sources = copy_sources(work / "sources")
    adapted = headers(include, work / "include" / include.name)
    link = "-sSIDE_MODULE=1 -sWASM_BIGINT=1"
    extension = build_extension(sources, "emcc", link, adapted, "wasm32-emscripten")
    install_pytest(sources / "packages")
    packed = archive(sources / "src/ofckit", work / "ofckit.zip")
    return Wasm(work / "package", sources, extension, packed, run(["emcc", "-dumpversion"]).strip())


def archive(package: Path, to: Path) -> Path:
    """The package and its extension, as a wheel holds them."""
    with ZipFile(to, "w", ZIP_DEFLATED) as packed:
        for path in sorted(package.rglob("*")):
            if path.suffix in {".py", ".pyi", ".pxd", ".policy", ".so"}:
                packed.write(path, path.relative_to(package.parent))
    return to


def keep(wasm: Wasm, folder: Path) -> None:
    """Leave Pyodide and the package, named as a wheel is, for a site that tests/web looks at."""
    text = (wasm.sources / "src/ofckit/__init__.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, flags=re.MULTILINE)
    shutil.copytree(wasm.pyodide, folder / "package")
    platform = f"emscripten_{wasm.emscripten.replace('.', '_')}_wasm32"
    shutil.copy(wasm.archive, folder / f"ofckit-{version}-cp311-cp311-{platform}.whl")


def test(wasm: Wasm, everything: bool) -> str:
    """Pytest's last line."""
    files = sorted({*SOME_TESTS, *tests_without_threads()}) if everything else SOME_TESTS
    options = ["-q", "-p", "no:cacheprovider", "--capture=sys"]  # no file outlives its name there
    said = wasm.run("-m", "pytest", *options, *(f"tests/{file}" for file in files))
    return said.strip().splitlines()[-1]


def in_chromium(wasm: Wasm, work: Path) -> str:
    """What tools/platforms/same.py prints on a page."""
    site, answers = work / "site", Queue[str]()
    site.mkdir(parents=True)
    (site / "pyodide").symlink_to(wasm.pyodide)
    shutil.copy(HERE / "page.html", site)
    with ZipFile(shutil.copy(wasm.archive, site), "a") as sent:
        for name in ("tools/platforms/same.py", "docs/examples/history.toml"):
            sent.write(ROOT / name, name)
    with served(site, answers) as port:
        profile = f"--user-data-dir={work / 'profile'}"
        log = work / "chromium.log"
        with log.open("w") as to:
            page = f"http://127.0.0.1:{port}/page.html"
            browser = subprocess.Popen([*CHROMIUM, profile, page], stdout=to, stderr=to)
        try:
            said = answers.get(timeout=600)
        except Empty:
            raise Failed(f"Chromium: no answer\n{log.read_text(errors='replace')[-3000:]}") from None
        finally:
            browser.terminate()
            browser.wait()
    if not said.startswith("{"):
        raise Failed(f"Chromium: {said}")
    return said


@contextmanager
def served(folder: Path, answers: Queue[str]) -> Iterator[int]:
    """A server of this folder on a free port of this machine; what a page posts is put among the answers."""

    class Handler(SimpleHTTPRequestHandler):
        def do_POST(self) -> None:
            answers.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
