"""The rule sheet: rules as sentences and tables, to lay on the table."""

from __future__ import annotations

from collections.abc import Iterator

from .._columns import wrapped
from .._values import public_fields
from ._fantasyland import Condition, EntryKey, Fantasyland, conditions_of
from ._hands import ROWS, WORDS, is_low
from ._model import DOUBLE, Rules, Street, TableStakes
from ._naturals import NATURALS
from ._presets import RULES
from ._royalties import ROYALTIES, Royalties

WIDTH = 76
LABEL = 13

_TIMES = (
    "",
    "once",
    "twice",
    "three times",
    "four times",
    "five times",
    "six times",
    "seven times",
    "eight times",
)
_IN_ORDER = "the player left of the dealer settles first, clockwise with each of the others, then the next"
_RANK_NAMES = dict(
    zip(
        "23456789TJQKA",
        [
            "twos",
            "threes",
            "fours",
            "fives",
            "sixes",
            "sevens",
            "eights",
            "nines",
            "tens",
            "jacks",
            "queens",
            "kings",
            "aces",
        ],
        strict=True,
    )
)


def rule_sheet(rules: Rules) -> str:
    """The whole sheet; every line at most 76 characters."""
    lines = [rules.name.upper(), "=" * min(len(rules.name), WIDTH)]
    for label, text in sheet_parts(rules):
        lines += _paragraph(label, text)
    return "\n".join(lines) + "\n"


def sheet_parts(rules: Rules) -> list[tuple[str, str]]:
    """The sheet as (label, text); a line of a text that begins with "|" is one of a table."""
    return [(label, text) for label, text in _sections(rules) if text]


def _sections(rules: Rules) -> Iterator[tuple[str, str]]:
    yield "Players", _players(rules)
    yield "Deal", _deal(rules)
    yield "Rows", _rows(rules)
    yield "Points", _points(rules)
    yield "Naturals", _naturals(rules)
    yield "Foul", _foul(rules)
    yield "Surrender", _surrender(rules)
    yield "Royalties", _royalties(rules)
    yield "Fantasyland", _fantasyland(rules.fantasyland)
    yield "Stakes", _stakes(rules.table_stakes)
    yield "Cap", _loss_cap(rules)
    yield "Jokers", _jokers(rules)
    yield "Time out", _time_out(rules)
    yield "Changed", _changed(rules)


def _paragraph(label: str, text: str) -> list[str]:
    """A labelled paragraph; a part that begins with '|' is a line of a table and kept as it is."""
    lines: list[str] = []
    for part in text.split("\n"):
        if part.startswith("|"):
            lines.append(" " * LABEL + part[1:])
        else:
            lines += wrapped(part, " " * LABEL, " " * LABEL, WIDTH)
    lines[0] = f"{label:<{LABEL}}" + lines[0][LABEL:]
    return lines


def _players(rules: Rules) -> str:
    low, high = rules.players
    people = str(low) if low == high else f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
    if rules.boards_per_player == 1:
        return people + "."
    own = "are compared too" if rules.own_boards_compared else "are not compared with each other"
    return f"{people}, each with {rules.boards_per_player} boards, in turn; a player's own boards {own}."


def _deal(rules: Rules) -> str:
    runs: list[list[Street]] = []
    for street in rules.plan:
        if runs and runs[-1][0] == street:
            runs[-1].append(street)
        else:
            runs.append([street])
    text = "; then ".join(_run(run) for run in runs) + "."
    deck = f" {rules.deck_size} cards with {_count(rules.jokers, 'joker')}." if rules.jokers else ""
    if rules.is_closed:
        return text + " Boards are opened together." + deck
    first = {
        "in-turn": "Each player sees their first cards when their turn comes.",
        "dealt-together": "The first cards are dealt to all players together.",
    }[rules.first_five]
    order = {
        "left": "From the dealer's left, the dealer last.",
        "button": "The dealer acts first, then clockwise.",
    }[rules.first_to_act]
    return f"{text} {order} {first} A placed card never moves.{deck}"


def _run(run: list[Street]) -> str:
    street = run[0]
    times = _TIMES[len(run)] if len(run) < len(_TIMES) else f"{len(run)} times"
    cards = ("" if len(run) == 1 else f"{times} ") + _count(street.deal, "card")
    if street.face_down:
        cards += " dealt together face down, hidden until the showdown"
    if not street.discards:
        return cards
    return f"{cards}: place {street.place}, discard {street.discards} face down"


def _rows(rules: Rules) -> str:
    sizes = "Top 3 cards, middle 5, bottom 5. "
    tail = " Straights and flushes do not count on top; of equal hands the one with fewer kickers loses."
    if rules.middle == "2-7":
        return (
            sizes
            + "The middle is a 2-7 low: ten-low or better, no pair, straight or flush, aces high; it is not "
            "compared with the other rows. The bottom must be at least as good as the top." + tail
        )
    equal = "a middle equal to the bottom is a foul" if rules.strict_rows else "equal rows are legal"
    must = "better than" if rules.strict_rows else "at least as good as"
    return f"{sizes}The bottom must be {must} the middle, and the middle {must} the top; {equal}.{tail}"


def _points(rules: Rules) -> str:
    two, three = rules.row_points(1, 1, -1) - 1, rules.sweep_value
    if two:
        who = "two rows won" if rules.majority == "two-rows" else "more rows won than lost"
        bonus = (
            f"{two} more for the majority of the rows ({two + 1} in all, {three} for all three rows): {who}."
        )
    elif three > 3:
        bonus = f"{three - 3} more for all three rows ({three} in all); a tied row blocks that bonus."
    else:
        bonus = "nothing more for winning all of them."
    return (
        f"Every two players compare row by row: 1 for each row won, 0 for a tie, {bonus}{_table_sweep(rules)}"
    )


def _table_sweep(rules: Rules) -> str:
    if not rules.table_sweep:
        return ""
    what = "is paid twice by" if rules.table_sweep == DOUBLE else f"has {rules.table_sweep} more from"
    return (
        f" Whoever wins all three rows from every opponent, with two opponents or more, {what} each of them; "
        "a foul counts as three rows lost, a hand given up does not."
    )


def _naturals(rules: Rules) -> str:
    if not rules.naturals:
        return ""
    lines = [f"|{points:>4}  {NATURALS[name]}" for name, points in rules.naturals.items()]
    intro = (
        "Thirteen cards that win outright, however they are set, for points of each opponent; rows and "
        "royalties do not count then. Of two naturals the higher line wins; the same one is a tie."
    )
    return "\n".join([intro, *lines])


def _foul(rules: Rules) -> str:
    pay = f"pays {rules.foul_value} to every opponent who is not foul"
    if _any(rules.royalties):
        pay += ", and that opponent's royalties" if rules.foul_pays_royalties else ", but no royalties"
        pay += "; its own royalties do not count"
    return f"A board out of order {pay}. Two foul boards pay each other nothing."


def _surrender(rules: Rules) -> str:
    if rules.surrender_points is None:
        return ""
    return (
        f"A player may give up before their last card is placed: {rules.surrender_points} to each opponent, "
        "no royalties either way. Two dead hands (given up or foul) pay each other nothing."
    )


def _royalties(rules: Rules) -> str:
    royalties = rules.royalties
    if not _any(royalties):
        return "None."
    who = {
        "both": "Both players earn them, also in a row that is lost.",
        "row-winner": "Only the winner of a row earns them.",
        "pair-winner": "Of two players, only the one who wins on row points earns them.",
    }[rules.royalties_to]
    title = f'Table "{royalties.name}", from each opponent. {who}{_replaced_rows(royalties)}'
    return "\n".join([title, *_royalty_tables(royalties)])


def _replaced_rows(royalties: Royalties) -> str:
    """Which rows of a known table a house table replaces; hands that such a row omits are not filled in."""
    rows: dict[str, list[str]] = {}  # by known table, those that differ
    for name, known in ROYALTIES.items():
        rows[name] = [row for row in ROWS if getattr(known, row) != getattr(royalties, row)]
    name, changed = min(rows.items(), key=lambda item: len(item[1]))
    if not 0 < len(changed) < len(ROWS):
        return ""
    parts = [f' It is "{name}" but for the {" and the ".join(changed)}, replaced whole.']
    for row in changed:
        own, known_row = getattr(royalties, row), getattr(ROYALTIES[name], row)
        if own and own.keys() < known_row.keys():
            parts.append(
                f" The {row} names {len(own)} of {len(known_row)} hands: a hand between two of them pays as "
                "the lower one, a hand below them nothing."
            )
    return "".join(parts)


def _any(royalties: Royalties) -> bool:
    return any((*royalties.top.values(), *royalties.middle.values(), *royalties.bottom.values()))


def _royalty_tables(royalties: Royalties) -> Iterator[str]:
    if royalties.top:
        entries = [f"{hand} {points}" for hand, points in royalties.top.items()]
        for i, line in enumerate(wrapped(", ".join(entries), width=WIDTH - LABEL - 8)):
            yield f"|{'' if i else 'top':<8}{line}"
    hands = [h for h in WORDS if h in royalties.middle or h in royalties.bottom]
    hands += [h for h in (*royalties.middle, *royalties.bottom) if h not in hands]
    if hands:
        yield f"|{'':<18}{'middle':>8}{'bottom':>8}"
    for hand in dict.fromkeys(hands):
        better = " or lower" if is_low(hand) and hand != "75432" else ""
        middle, bottom = royalties.middle.get(hand, "-"), royalties.bottom.get(hand, "-")
        yield f"|{hand + better:<18}{middle:>8}{bottom:>8}"


def _fantasyland(fantasyland: Fantasyland | None) -> str:
    if fantasyland is None:
        return ""
    enter = "; ".join(f"{_entry(key)}: {cards} cards" for key, cards in fantasyland.enter.items())
    stay = ", or ".join(_condition(c) for c in fantasyland.stay)
    again = {
        "same": "as many cards again",
        "by-top": "cards by the same table (its fewest where it names none)",
    }.get(str(fantasyland.repeat_cards), f"{fantasyland.repeat_cards} cards again")
    when = {
        "before": "before play begins",
        "in-turn": "in turn",
        "after": "after the others have all their cards",
    }[fantasyland.set_when]
    moves = "moves as usual" if fantasyland.button_moves_in_fantasyland else "does not move"
    parts = [
        f"Next hand all cards at once, for a legal board with {enter}.",
        f"Stays with {stay}: {again}." if stay else "One hand only.",
        "A stay counts only when it is announced with the set." if fantasyland.must_announce and stay else "",
        f"It is set face down {when} and hidden until the showdown. The button {moves} meanwhile.",
    ]
    return " ".join(filter(None, parts))


def _entry(key: EntryKey) -> str:
    return " and ".join(_condition(c) for c in conditions_of(key))


def _condition(condition: Condition) -> str:
    row, hand = condition
    where = "on top" if row == "top" else f"in the {row}" if row == "middle" else "at the bottom"
    best = ("AAA",) if row == "top" else ("royal", "75432")
    words = f"a pair of {_RANK_NAMES[hand[0]]}" if len(hand) == 2 and hand[0] == hand[1] else hand
    better = "" if hand in best else " or lower" if is_low(hand) else " or better"
    if row == "top" and hand == "trips":
        better = ""
    return f"{words}{better} {where}"


def _stakes(stakes: TableStakes | None) -> str:
    if stakes is None:
        return ""
    cap = (
        " Nobody wins more than they had at the start of the hand; at that point their hand is complete."
        if stakes.win_cap
        else ""
    )
    out = " A player who is out of chips can no longer win in this hand." if stakes.broke_is_out else ""
    return (
        f"Table stakes: {_IN_ORDER}; nobody pays more than what is in front of them at that moment.{cap}{out}"
    )


def _loss_cap(rules: Rules) -> str:
    if rules.loss_cap is None:
        return ""
    return (
        f"Nobody loses more than {_count(rules.loss_cap, 'point')} in a hand: {_IN_ORDER}; what was won or "
        "lost before counts."
    )


def _jokers(rules: Rules) -> str:
    if not rules.jokers:
        return ""
    how = {
        "board": "The jokers of a board are resolved at once, and without a foul where possible: most "
        "royalties, then most Fantasyland cards, then the strongest bottom, middle, top.",
        "row": "Each row is made as strong as it can be by itself, even into a foul.",
    }[rules.joker_resolution]
    copy = (
        "A joker may be a card of another row of its board, but not of its own row."
        if rules.joker_may_copy
        else "A joker is never a card of its own board."
    )
    return f"{how} No five of a kind. {copy}"


def _time_out(rules: Rules) -> str:
    if rules.is_closed:
        return ""
    order = {"bottom-up": "from the bottom up", "top-most": "in the top-most free place"}[rules.auto_place]
    return f"The cards of a player out of time are placed {order}."


def _changed(rules: Rules) -> str:
    """What differs from the preset of the same name."""
    if rules.name not in RULES:
        return ""
    preset = RULES[rules.name]
    changed = [key for key in public_fields(rules) if getattr(rules, key) != getattr(preset, key)]
    return f"Other than the preset of this name: {', '.join(changed)}." if changed else ""


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")
