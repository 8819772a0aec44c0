"""Positions to drill: from random deals, or the mistakes of histories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .._errors import OfcError
from ..bots import PolicyBot
from ..game import Game
from ..history import History
from ..position import Move, Position
from ..review import Decision, Review, decisions, grade
from ..rules import Rules
from ..search import Limit, analyse

KINDS = ("openings", "third-streets", "fantasyland", "foul-danger", "any")
"""What may be drilled."""
_STREETS = {"openings": 0, "third-streets": 2}
_DANGER = 0.15  # the chance of a foul with the best move, from which there is danger
_LOOK = Limit(rollouts=200)  # enough to see it
_MOST_DEALS = 300  # without a position of the kind


class Drill(NamedTuple):
    """A position to decide; about: what it is; played: what was played there, None in a random deal."""

    position: Position
    names: tuple[str, ...]
    about: str
    played: Move | None = None


def drills(
    kind: str,
    rules: Rules,
    players: int | None,
    seed: int,
    histories: Sequence[History],
    limit: Limit,
    threads: int | None,
) -> Iterator[Drill]:
    """Positions of this kind, without end from random deals; OfcError where the rules have none."""
    return _mistakes(kind, histories, limit, threads) if histories else _dealt(kind, rules, players, seed)


def _mistakes(kind: str, histories: Sequence[History], limit: Limit, threads: int | None) -> Iterator[Drill]:
    wanted = [one for history in histories for one in decisions(history) if _is_of(kind, one)]
    graded = Review(grade(one, limit=limit, threads=threads) for one in wanted)
    found = graded.worst(len(graded))
    if not found:
        raise OfcError(f"--mistakes: no mistake of the kind {kind!r}")
    for one in found:
        decision = one.decision
        place = f"hand {decision.hand}, {decision.street_name}, {decision.player}"
        yield Drill(
            decision.position, decision.names, f"{place}, where a move lost {one.loss:.2f}", decision.move
        )


def _is_of(kind: str, decision: Decision) -> bool:
    if kind in _STREETS:
        return decision.street == _STREETS[kind]
    if kind == "fantasyland":
        return decision.street is None
    return kind == "any" or _is_in_danger(decision.position)


def _is_in_danger(position: Position) -> bool:
    """Whether even the best move fouls often."""
    if not position.street:
        return False
    try:
        return analyse(position, limit=_LOOK, against=None, threads=1).best.foul >= _DANGER
    except OfcError:
        return False


def _dealt(kind: str, rules: Rules, players: int | None, seed: int) -> Iterator[Drill]:
    count = rules.players[0] if players is None else players
    rules.check_players(count)
    inside = rules.fantasyland
    if kind == "fantasyland" and inside is None:
        raise OfcError(f"--practice fantasyland: {rules.name} has no Fantasyland")
    if kind in _STREETS and len(rules.plan) <= _STREETS[kind]:
        raise OfcError(f"--practice {kind}: {rules.name} has {len(rules.plan)} streets")
    fruitless = 0
    for hand in range(1 << 62):
        seats = rules.seats(count)
        cards = [0] * seats
        if kind == "fantasyland" and inside is not None:
            cards[hand % seats] = min(inside.enter.values())
        game = Game(rules, count, seed=seed, hand=hand, fantasyland=cards)
        position = _position_of(kind, game, hand % seats, hand)
        fruitless = 0 if position is not None else fruitless + 1
        if position is not None:
            names = tuple("You" if seat == position.seat else f"Seat {seat + 1}" for seat in range(seats))
            yield Drill(position, names, _about(position))
        elif fruitless >= _MOST_DEALS:
            raise OfcError(f"--practice {kind}: no such position in {_MOST_DEALS} deals of {rules.name}")


def _about(position: Position) -> str:
    if position.fantasyland[position.seat]:
        return f"Fantasyland with {position.fantasyland[position.seat]} cards"
    assert position.street is not None
    return f"street {position.street + 1} of {len(position.rules.plan)}"


def _position_of(kind: str, game: Game, seat: int, hand: int) -> Position | None:
    """The first position of this seat that is of the kind; the policy plays for everybody until then."""
    bot = PolicyBot()
    while not game.is_over:
        turn = game.turn
        assert turn is not None
        position = game.observation(turn)
        if turn == seat and len(game.legal_moves) > 1:
            wanted = _STREETS.get(kind)
            is_it = (
                position.street == wanted
                if wanted is not None
                else position.street is None
                if kind == "fantasyland"
                else _is_in_danger(position)
                if kind == "foul-danger"
                else position.street == hand // game.seats % len(game.rules.plan)
            )
            if is_it:
                return position
        game.push(bot.act(position))
    return None
