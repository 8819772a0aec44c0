"""`ofckit analyse`: the moves of a position, ranked; exactly where possible, else by rollouts."""

from __future__ import annotations

import argparse
import json

from .. import svg
from .._errors import OfcError
from ..objective import Objective
from ..position import Move, Position
from ..review import explain
from ..search import SHOWN, Analysis, Limit, MoveInfo, Moves, Value, analyse, best_moves, value
from ._cards import add_position, first_cards, position_of
from ._moves import print_moves
from ._options import add_format, add_limits, count, limit_of, workers
from ._pictures import add_pictures, write_pictures
from ._terminal import searching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

SUMMARY = "the moves of a position, ranked"

ABOUT = """\
The moves of a position, the best first: points by the objective (royalties,
the next Fantasyland hand, a foul), the chances of a foul and of Fantasyland,
expected royalties. Exact where the time is enough (three cards of which two
are placed after the opening, a board's last cards); else by rollouts, in
which a fast player plays on in random futures, with standard errors.
The cards that opponents show are dead, and their boards are the ones to beat."""

EXAMPLES = """\
examples:
  ofckit analyse QhQd7c6s2s               the first five cards
  ofckit analyse QhQd7c6s2s --explain 2   where the second value comes from
  ofckit analyse "Qh / 7h7d / AsKs" --draw 2c5dQc --seconds 10
  ofckit analyse "Qh / 7h7d / AsKs9s8s" --draw "2c5dQc" --discards 3c
  ofckit analyse "Qh / 7h7d6c / AsKs9s8s2s"     before the next draw: exact
  ofckit analyse "Qh / 7h7d / AsKs" --draw 2c5dQc --exact --checkpoint run.jsonl
  ofckit analyse "Qh / 7h7d / AsKs9s8s" --draw 2c5dQc --rules progressive \\
                 --opponent "Kc / 9c9d / 5s4s3s" --dead "Ac" --format json"""


def add_options(parser: argparse.ArgumentParser) -> None:
    add_position(parser)
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOARD", help="a complete board to settle with"
    )
    parser.add_argument("--alone", action="store_true", help="opponents' cards are dead, nothing else")
    parser.add_argument("--exact", action="store_true", help="the exact solver, however long it takes")
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="with --exact: keep solved boards here, and resume from it"
    )
    parser.add_argument("--workers", type=count, metavar="N", help="with --exact: processes, a board each")
    parser.add_argument("--boards", type=count, metavar="N", help="how large an exact search may be")
    parser.add_argument(
        "--explain", metavar="MOVE", help="where the value of a move comes from; its number will do"
    )
    parser.add_argument("--moves", type=count, metavar="N", help="only the best ones")
    add_limits(parser, "5")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random futures (0)")
    add_format(parser, "text", "json")
    add_pictures(parser)


def run(options: argparse.Namespace) -> int:
    """Print the moves, the best first, or what the board is worth before the next draw."""
    first_cards(options)
    position, against = position_of(options, options.against)
    objective = Objective.of(position.rules, opponents=tuple(against) or None)
    if options.explain is not None and (not position.draw or options.format != "text"):
        raise OfcError("--explain: it explains a move in text; that needs cards to place, and no --format")
    if not (options.exact and position.draw) and (options.checkpoint is not None or options.workers):
        raise OfcError("--checkpoint, --workers: the moves of a draw are kept and spread, with --exact")
    if options.boards is not None and position.draw and not options.exact:
        raise OfcError("--boards: it limits an exact search; with --draw that takes --exact")
    if not position.draw:
        if options.svg is not None or options.html is not None:
            raise OfcError("--svg, --html: moves are drawn, and without --draw there are none")
        _print_value(options, _value(options, position, objective), objective)
    elif options.exact:
        with searching("moves") as progress, workers(options.workers) as executor:
            found = best_moves(
                position,
                objective,
                limit=_exact_limit(options),
                threads=options.threads,
                progress=progress,
                checkpoint=options.checkpoint,
                executor=executor,
            )
        whose: Literal["known", "none"] = "known" if against else "none"
        _print_moves(options, found, objective, opponents=whose, complete=found.complete)
        if options.explain is not None:
            known_as = Analysis(position=position, objective=objective, moves=tuple(found), opponents=whose)
            _explain(known_as, options.explain)
        if options.format == "text":
            _print_caveats(position, found, objective)
    else:
        analysis = _analysis(options, position, objective)
        known = {
            "opponents": analysis.opponents,
            "rollouts": analysis.rollouts,
            "seconds": round(analysis.seconds, 3),
        }
        _print_moves(options, analysis, objective, complete=analysis.complete, **known)
        if options.explain is not None:
            _explain(analysis, options.explain)
    return 0


def _value(options: argparse.Namespace, position: Position, objective: Objective) -> Value:
    try:
        with searching("draws") as progress:
            return value(
                position, objective, limit=_exact_limit(options), threads=options.threads, progress=progress
            )
    except OfcError as error:
        raise OfcError(f"{error}; with --draw CARDS the placements of a draw are ranked") from None


def _exact_limit(options: argparse.Namespace) -> Limit | None:
    given = {name: getattr(options, name) for name in ("seconds", "boards")}
    return None if given == {"seconds": None, "boards": None} else Limit(**given)


def _analysis(options: argparse.Namespace, position: Position, objective: Objective) -> Analysis:
    limit = limit_of(options)
    wanted = options.explain
    hold = None if wanted is None or wanted.strip().isdecimal() else Move(wanted)
    reason = None if hold is None else position.legal_moves.reason_against(hold)
    if reason is not None:
        raise OfcError(f"--explain {hold}: {reason}")
    with searching("rollouts") as progress:
        return analyse(
            position,
            objective,
            limit=limit,
            seed=options.seed,
            threads=options.threads,
            progress=progress,
            hold=hold,
            against=None if options.alone else "visible",
        )


# Printing


def _print_moves(
    options: argparse.Namespace, found: Analysis | Moves, objective: Objective, **known: Any
) -> None:
    write_pictures(options, found, lambda: svg.analysis(found, most=options.moves or svg.SHOWN))
    if options.format == "json":
        moves = [move_record(one) for one in found[: options.moves]]
        _print_json({"moves": moves, "borrowed_from": objective.borrowed_from, **known})
        return
    exact = all(one.exact for one in found)
    print_moves(found, options.moves or (None if exact else SHOWN))


def _explain(found: Analysis, wanted: str) -> None:
    """Print where the value of a move comes from: one by its number in the table, or as text."""
    if wanted.strip().isdecimal():
        number = int(wanted)
        if not 1 <= number <= len(found):
            raise OfcError(f"--explain {wanted}: the moves are numbered from 1 to {len(found)}")
        move = found[number - 1].move
    else:
        move = Move(wanted)
    print()
    print(explain(found, move))


def _print_caveats(position: Position, found: Moves, objective: Objective) -> None:
    if position.seats > 1 and objective.opponents is None:
        print("The cards that opponents show are dead; their rows do not count here.")
    if objective.caveat and any(one.fantasyland for one in found):
        print(objective.caveat)


def _print_value(options: argparse.Namespace, found: Value, objective: Objective) -> None:
    if options.format == "json":
        _print_json({**_record(found), "borrowed_from": objective.borrowed_from})
        return
    print(found)
    print("exact: before the next draw, optimal play to the end.")
    if objective.caveat and found.fantasyland:
        print(objective.caveat)


def move_record(one: MoveInfo) -> dict[str, Any]:
    """A move and its numbers for programs."""
    return {"move": str(one.move), **_record(one)}


def _record(one: MoveInfo | Value) -> dict[str, Any]:
    return {
        "value": one.ev,
        "foul": one.foul,
        "royalties": one.royalty,
        "fantasyland": {str(cards): share for cards, share in sorted(one.fantasyland.items())},
        "exact": one.exact,
        "se": one.se,
    }


def _print_json(data: dict[str, Any]) -> None:
    print(json.dumps(data, indent=2))
