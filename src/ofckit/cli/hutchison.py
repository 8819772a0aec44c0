"""`ofckit hutchison`: the points of an Omaha starting hand, step by step."""

from __future__ import annotations

import argparse
import json

from .._columns import WIDTH, columns, wrapped
from ..hutchison import points
from ._options import add_format

SUMMARY = "points of an Omaha starting hand"

ABOUT = """\
Add up the Hutchison points of a starting hand, step by step."""

EXAMPLES = """\
examples:
  ofckit hutchison "As Ks Ah Kh"
  ofckit hutchison "As 2s 3d Kd" --system hi-lo
  ofckit hutchison QJo --system holdem"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cards", nargs="+", metavar="CARDS", help="four cards, or two with --system holdem")
    parser.add_argument(
        "--system",
        choices=("high-revised", "high-original", "hi-lo", "holdem"),
        default="high-revised",
        help="which of the point systems (default: high-revised)",
    )
    add_format(parser, "text", "json")


def run(options: argparse.Namespace) -> int:
    """Print the sum, step by step."""
    found = points(" ".join(options.cards), options.system)
    if options.format == "text":
        for line in found.explain().splitlines():
            for part in [line] if columns(line) <= WIDTH else wrapped(line, rest=" "):
                print(part)
        return 0
    record = {
        "hand": found.hand,
        "system": found.system,
        "total": found.total,
        "parts": dict(found.parts),
        "steps": [{"part": step.part, "what": step.what, "points": step.points} for step in found.steps],
        "playable": found.playable,
        "win_chance": found.win_chance,
    }
    print(json.dumps(record, indent=2))
    return 0
