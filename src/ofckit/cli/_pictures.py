"""Pictures and pages that a command writes beside what it prints."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from .._files import write_file


def add_pictures(parser: argparse.ArgumentParser) -> None:
    """The options `--svg` and `--html`."""
    parser.add_argument("--svg", metavar="FILE", help="write a picture of it too")
    parser.add_argument("--html", metavar="FILE", help="write it as a page of its own too")


def write_pictures(options: argparse.Namespace, what: object, draw: Callable[[], str]) -> None:
    """Write the files that the options name: the picture that `draw` gives, and the page of `what`."""
    if options.svg is not None:
        write_file(options.svg, draw().encode())
    if options.html is not None:
        from ..html import page

        write_file(options.html, page(what).encode())
