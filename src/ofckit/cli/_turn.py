"""One turn of a person: cards go to rows word by word, can be taken back, and are confirmed at the end."""

from __future__ import annotations

import re

from .._errors import NotationError, OfcError
from ..board import Board
from ..cards import Card
from ..position import Move, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HELP = """\
Type a card and its row: t (top), m (middle), b (bottom). Any of these will do:
  8c m Td b          two cards; what is left over is discarded
  8c m               one card now, the others on the next line
  Kd Ks b 9d m       several cards in one row
  8c@m Td@b x4h      as in histories; x discards a card
  8 T@b              without suits, if only one of your cards can be meant;
                     5 5 m is two fives, and a ten is 10 where T is the top
A card named again goes to its new place. When all are placed:
  Enter              confirms
  u                  takes back the last line, c clears all of them
At any time: h help, s shows the table again, rules, q stops and saves;
i (hint) ranks the best moves beside your own, with what they are worth, and
the number of one places its cards; g grades your last move.
If the rules allow it: 'surrender' gives up the hand, 'stay' announces that
you stay in Fantasyland.
--  a free place    *  placed, not confirmed yet    away  what you discarded"""

_PLAIN = re.compile(  # cards by their ranks alone, perhaps with a place
    r"(?P<x>x?)(?P<ranks>(?:10|[2-9jqka])+|(?:10|[2-9tjqka])+(?=@))"
    r"(?P<place>@?(?:t|m|b|x|top|middle|mid|bottom|bot|discard)?)",
    re.IGNORECASE,
)
_RANK = re.compile(r"10|.")
_UNDO, _CLEAR = ("u", "undo", "back"), ("c", "clear")
_GENERAL = "; a move reads"  # where a message goes on to explain moves in general
_PLACES = 4  # three rows and the discards
_WORDS = ("top", "middle", "bottom")


class Turn:
    """What a person has typed of their move so far.

    `read` takes a line and returns a message, "" to show the board; `confirmed` is the move at the end.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.confirmed: Move | None = None
        self.placed: dict[Card, int] = {}  # row, 3 for discarded
        self.stay = False
        self.giving_up = False
        self.past: list[dict[Card, int]] = []
        self.hints: Sequence[Move] = ()
        """Moves that are placed by their number."""

    # typing

    def read(self, line: str) -> str:
        """Take a line."""
        word = line.strip().casefold()
        surrender, self.giving_up = self.giving_up, False
        if not word:
            return self.confirm()
        if word in _UNDO or word in _CLEAR:
            return self.take_back(word in _CLEAR)
        if word == "surrender":
            return self.give_up(surrender)
        if word.isdecimal() and word.isascii() and 0 < int(word[:3]) <= len(self.hints):
            self.take(self.hints[int(word) - 1])
            return ""
        try:
            return self.place(*self.with_suits(line))
        except NotationError as error:
            hint = f"; for example: {self.example()}" if self.missing else ""
            return str(error).partition(_GENERAL)[0] + hint
        except OfcError as error:
            return str(error)

    def confirm(self) -> str:
        """The move, if it is complete."""
        if self.missing:
            return f"{self.wanted()}, for example: {self.example()} (h for help)"
        move = self.move
        assert move is not None
        reason = self.position.legal_moves.reason_against(move)
        if reason is not None:
            return reason
        self.confirmed = move
        return ""

    def take_back(self, everything: bool) -> str:
        if not self.past:
            return "nothing to take back in this turn"
        self.placed = {} if everything else self.past[-1]
        self.past = [] if everything else self.past[:-1]
        return ""

    def give_up(self, sure: bool) -> str:
        move = Move("surrender")
        reason = self.position.legal_moves.reason_against(move)
        if reason is not None:
            return reason
        if not sure:
            self.giving_up = True
            points = self.position.rules.surrender_points
            return f"This costs {points} to each opponent. Type surrender again to give up the hand."
        self.confirmed = move
        return ""

    def take(self, move: Move) -> None:
        """Place the cards as this move does."""
        self.past.append(self.placed)
        places = (*move.rows, move.discards)
        self.placed = {card: where for where, cards in enumerate(places) for card in cards}
        self.stay = move.is_stay

    def with_suits(self, line: str) -> tuple[str, list[list[Card]]]:
        """The line with the suits of cards that were named by their rank, and these cards by rank.

        OfcError where they are not the only ones that can be meant.
        """
        words = [(word, _PLAIN.fullmatch(word)) for word in line.replace(",", " ").split()]
        named = [rank for _, plain in words if plain is not None for rank in _ranks_of(plain)]
        said = [word for word, plain in words if plain is None]
        open_ = [card for card in self.position.draw if not any(str(card) in word for word in said)]
        cards: dict[str, list[Card]] = {}
        for rank in named:
            held = [card for card in open_ if str(card)[0] == rank]
            new = [card for card in held if card not in self.placed]
            cards[rank] = new if len(new) >= named.count(rank) else held
            if len(cards[rank]) > named.count(rank):
                raise OfcError(f"{rank} may be {' or '.join(map(str, cards[rank]))}: name the suit")
            if len(cards[rank]) < named.count(rank):
                mine = " ".join(map(str, self.position.draw))
                raise OfcError(f"{rank} is named more often than it is among your cards: {mine}")
        left = {rank: list(held) for rank, held in cards.items()}
        texts = []
        for word, plain in words:
            if plain is not None:
                found = "".join(str(left[rank].pop(0)) for rank in _ranks_of(plain))
                word = f"{plain['x']}{found}{plain['place']}"
            texts.append(word)
        return " ".join(texts), list(cards.values())

    def place(self, line: str, alike: Sequence[Sequence[Card]] = ()) -> str:
        """Place cards in rows; nothing changes if a word of the line is wrong.

        alike: cards that were named by their rank alone, so that they have to go to one row.
        """
        stay = re.search(r"\b(?:stay|stays|announce)\b", line, re.IGNORECASE)
        rest = line if stay is None else line[: stay.start()] + line[stay.end() :]
        if stay is not None:
            if not self.may_stay:
                return "a stay is announced only in Fantasyland, where the rules ask for it"
            self.stay = not self.stay
            if not rest.strip():
                return "You announce that you stay." if self.stay else "You announce nothing."
        said = Move(rest)
        if said.is_surrender:
            return "surrender must be on a line of its own"
        found = dict(self.placed)
        for where in range(_PLACES):
            for card in said[where]:
                if card not in self.position.draw:
                    return f"{card} is not among your cards: {' '.join(map(str, self.position.draw))}"
                found[card] = where
        for same in alike:
            if len({found.get(card) for card in same}) > 1:
                return f"{' and '.join(map(str, same))} go to different rows: name their suits"
        problem = self.problem(found)
        if problem:
            return problem
        self.past.append(self.placed)
        self.placed = found
        return ""

    def problem(self, placed: dict[Card, int]) -> str:
        """Why these placements are impossible, "" if they are not."""
        for row, free in enumerate(self.position.free):
            n = sum(where == row for where in placed.values())
            if n > free:
                room = f"room for {free} more" if free else "no room left"
                return f"the {_WORDS[row]} has {room}: that would be {n} cards"
        away = sum(where == 3 for where in placed.values())
        if away > self.away:
            return f"the number of cards to discard is {self.away}, not {away}"
        if len(placed) - away > self.position.to_place:
            return f"{self.wanted()}, that would be {len(placed) - away} (u takes back a line)"
        return ""

    # the result

    @property
    def away(self) -> int:
        """How many cards are discarded."""
        return len(self.position.draw) - self.position.to_place

    @property
    def may_stay(self) -> bool:
        fantasyland, seat = self.position.rules.fantasyland, self.position.seat
        return fantasyland is not None and fantasyland.must_announce and self.position.fantasyland[seat] > 0

    @property
    def missing(self) -> int:
        """How many cards have no place yet."""
        return self.position.to_place - sum(where < 3 for where in self.placed.values())

    @property
    def left(self) -> Sequence[Card]:
        return [card for card in self.position.draw if card not in self.placed]

    @property
    def move(self) -> Move | None:
        """The placements so far, None before the first; with the last one, cards left over are discarded."""
        parts = [[card for card, where in self.placed.items() if where == place] for place in range(_PLACES)]
        if not self.missing:
            parts[3] += self.left
        if not any(parts):
            return None
        return Move.of(parts[0], parts[1], parts[2], parts[3], stay=self.stay)

    def wanted(self) -> str:
        """What must be done with the cards in this turn."""
        place, away = self.position.to_place, self.away
        if not away:
            return "the card must be placed" if place == 1 else f"all {place} cards must be placed"
        return f"{place} of the {place + away} cards must be placed, {away} discarded"

    def example(self) -> str:
        """Cards that are still to be placed, as they might be typed."""
        free = list(self.position.free)
        for where in self.placed.values():
            if where < 3:
                free[where] -= 1
        rows: list[list[Card]] = [[], [], []]
        for card in self.left[: self.missing]:
            row = max((2, 1, 0), key=free.__getitem__)
            free[row] -= 1
            rows[row].append(card)
        return " ".join(f"{' '.join(map(str, rows[row]))} {'tmb'[row]}" for row in (2, 1, 0) if rows[row])

    def warning(self) -> str:
        """A warning that the board is foul with this move, or can only become foul; "" if it may be legal."""
        position, move = self.position, self.move
        if self.missing or move is None:
            return ""
        rules, old = position.rules, position.boards[position.seat]
        board = Board(zip_rows(old, move.rows), jokers=rules.jokers)
        dead = [card for card in position.known if card not in board.cards]
        try:
            lost = board.is_lost(rules, dead)
        except OfcError:  # jokers resolved row by row: not searched
            return ""
        if not lost:
            return ""
        return "Careful: this is a foul." if board.is_complete else "Careful: this can only become a foul."

    def cards_text(self) -> str:
        """The cards without a place, and the discards."""
        move = self.move
        away = () if move is None else move.discards
        if self.missing:
            held = " ".join(map(str, self.left))
            return f"{held}   discarded: {' '.join(map(str, away))}" if away else held
        stay = "  announces a stay" if self.stay else ""
        return f"discarded: {' '.join(map(str, away))}{stay}" if away else f"all placed{stay}"

    @property
    def prompt(self) -> str:
        if not self.missing:
            return "Enter confirms, u takes back > "
        away = f", discard {self.away}" if self.away else ""
        more = f"place {self.missing} more" if self.placed else f"place {self.missing}{away}"
        return f"{more} > "


def _ranks_of(plain: re.Match[str]) -> list[str]:
    return [one[0].upper().replace("10", "T") for one in _RANK.finditer(plain["ranks"])]


def zip_rows(old: Sequence[Sequence[Card]], new: Sequence[Sequence[Card]]) -> list[list[Card]]:
    """Rows with the cards added to them."""
    return [[*row, *more] for row, more in zip(old, new, strict=True)]
