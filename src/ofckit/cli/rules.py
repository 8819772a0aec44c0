"""`ofckit rules`: the rule sheet, house rules as TOML, and the list of presets."""

from __future__ import annotations

import argparse

from .._errors import OfcError
from ..rules import RULES, Rules, find_rules
from ..session import DEFAULT_RULES
from ._options import PLAYED

SUMMARY = "a rule sheet, the presets"

ABOUT = """\
Print a rule sheet; without a name, the list of presets."""

EXAMPLES = """\
examples:
  ofckit rules                           the presets
  ofckit rules progressive
  ofckit rules house.toml                your own rules, checked
  ofckit rules classic --toml > house.toml    a file to start from"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="RULES", help="a preset, or FILE.toml with house rules")
    parser.add_argument("--list", action="store_true", help="the presets")
    parser.add_argument("--toml", action="store_true", help="every switch, as a file of house rules")


def run(options: argparse.Namespace) -> int:
    """Print a sheet or a file of house rules; without a name, the list of presets."""
    if options.list or options.name is None:
        if options.toml:
            raise OfcError("--toml needs the name of a preset: ofckit rules classic --toml")
        return _list_rules()
    rules = find_rules(options.name)
    print(rules.to_toml() if options.toml else rules.sheet(), end="")
    return 0


def _list_rules() -> int:
    """Every preset, one a line."""
    print(f"{'rules':<20}{'players':<9}{'scoring':<9}{'royalties':<19}Fantasyland")
    for name, rules in RULES.items():
        low, high = rules.players
        people = str(low) if low == high else f"{low}-{high}"
        print(f"{name:<20}{people:<9}{rules.scoring:<9}{rules.royalties.name:<19}{_fantasyland(rules)}")
    print("\nofckit rules NAME prints a sheet. By default hands are scored by")
    print(f"{DEFAULT_RULES} (the points of {PLAYED} too), and {PLAYED} is played and analysed.")
    return 0


def _fantasyland(rules: Rules) -> str:
    if rules.fantasyland is None:
        return "-"
    numbers = sorted(set(rules.fantasyland.enter.values()))
    return f"{numbers[0]} cards" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]} cards"
