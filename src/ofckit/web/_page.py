"""The files of the page as they are shipped: HTML, ES modules, style, manifest, service worker."""

from __future__ import annotations

from importlib.resources import files

TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json; charset=utf-8",
}
"""The type of a file by the end of its name; files of other kinds are not served."""


def page_files() -> dict[str, bytes]:
    """Every file of the page by its name below index.html, such as "views/play.js"."""
    found: dict[str, bytes] = {}
    todo = [("", files(__package__) / "page")]
    while todo:
        before, folder = todo.pop()
        for one in folder.iterdir() if folder.is_dir() else ():
            if one.is_dir():
                todo.append((f"{before}{one.name}/", one))
            elif one.name.rpartition(".")[2] in TYPES:
                found[before + one.name] = one.read_bytes()
    return dict(sorted(found.items()))
