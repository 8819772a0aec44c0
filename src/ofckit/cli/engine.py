"""`ofckit engine`: a bot for other programs, through the standard input and output."""

from __future__ import annotations

import argparse
import sys

from .. import __version__
from .._errors import OfcError
from ..engine import serve

SUMMARY = "a bot for other programs"

ABOUT = """\
A bot for other programs: it reads commands from the standard input and answers
on the standard output, line by line, in the protocol ofci (docs/engine.md).
Bots: greedy, policy, random, solver, and those with options, such as
solver:seconds=2."""

EXAMPLES = """\
examples:
  ofckit engine
  ofckit engine --bot solver:rollouts=5000 --seed 1"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", default="policy", metavar="NAME", help="who plays (default: policy)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of its random numbers (0)")


def run(options: argparse.Namespace) -> int:
    """Hold the whole conversation; the exit status."""
    if sys.stdin is None:
        raise OfcError("there is no standard input to read commands from")
    serve(sys.stdin.buffer, _send, options.bot, options.seed, name=f"ofckit {__version__}")
    return 0


def _send(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
