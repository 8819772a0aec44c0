"""`ofckit serve`: the page to play, analyse, review and score, on this machine."""

from __future__ import annotations

import argparse

from .._errors import OfcError

SUMMARY = "the page to play, analyse and score, in a browser"

ABOUT = """\
Serve the page to play, analyse, review and score, and open it in the browser.

It listens on this machine alone. Everything that is played or written is kept
by the browser; the server keeps nothing. It needs pip install 'ofckit[web]'.

--host 0.0.0.0 lets other machines of your network in, by its address as a
number; for a name of your own, say it with --name."""

EXAMPLES = """\
examples:
  ofckit serve
  ofckit serve --port 8080 --no-browser
  ofckit serve --host 0.0.0.0 --name poker.example   behind a proxy with TLS"""

PORT = 8765


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"({PORT}; 0: any free one)")
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="a name under which it is reached"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="searches at once (one a processor)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from ..web import serve

    if not 0 <= options.port <= 65535:
        raise OfcError(f"--port {options.port}: it must be 0 to 65535")
    serve(
        options.host,
        options.port,
        names=options.name,
        workers=options.workers,
        browser=not options.no_browser,
    )
    return 0
