"""`ofckit web build`: the page as static files, the engine in WebAssembly."""

from __future__ import annotations

import argparse

SUMMARY = "the page as static files, for any host"

ABOUT = """\
Write the page of 'ofckit serve' as static files into a folder, for any host:
its engine runs in the browser (Pyodide), and a second visit works offline.

It takes a wheel of this version for Pyodide and the files of a Pyodide release
of the same Python; docs/web.md says where both come from."""

EXAMPLES = """\
examples:
  ofckit web build site --wheel ofckit-0.1.0-cp314-cp314-pyodide_2026_0_wasm32.whl \\
                        --pyodide node_modules/pyodide"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("build",), help="what to do")
    parser.add_argument("folder", metavar="DIR", help="where the site is written")
    parser.add_argument("--wheel", required=True, metavar="FILE", help="ofckit for Pyodide")
    parser.add_argument("--pyodide", required=True, metavar="DIR", help="the files of Pyodide")


def run(options: argparse.Namespace) -> int:
    """Build it, and say how large it is."""
    from ..web import build

    files = build(options.folder, wheel=options.wheel, pyodide=options.pyodide)
    print(f"{len(files)} files in {options.folder}")
    return 0
