"""`ofckit rules`: the rule sheet, house rules as TOML, and the list of presets."""

from __future__ import annotations

from ofckit.cli.tables import DEFAULT_RULES, find_rules
from ofckit.rules import RULES, Rules


def print_rules(name: str, *, toml: bool) -> int:
    """The rule sheet of a preset or of a file of house rules, or every switch of it."""
    rules = find_rules(name)
    print(rules.to_toml() if toml else rules.sheet(), end="")
    return 0


def list_rules() -> int:
    """Every preset, one a line."""
    print(f"{'rules':<20}{'players':<9}{'scoring':<9}{'royalties':<19}Fantasyland")
    for name, rules in RULES.items():
        low, high = rules.players
        people = str(low) if low == high else f"{low}-{high}"
        print(f"{name:<20}{people:<9}{rules.scoring:<9}{rules.royalties.name:<19}{_fantasyland(rules)}")
    print(f"\nofckit rules NAME prints a sheet. Where a session names none, it is {DEFAULT_RULES}.")
    return 0


def _fantasyland(rules: Rules) -> str:
    if rules.fantasyland is None:
        return "-"
    numbers = sorted(set(rules.fantasyland.enter.values()))
    return f"{numbers[0]} cards" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]} cards"
