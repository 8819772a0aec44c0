"""`NetworkBot`: a function from observations to scores of actions plays; `OnnxBot`: one in a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from .._errors import OfcError
from ..bots import check_turn, set_at_once
from ..position import Move, Position
from ._actions import ACTIONS, CARD, TURN, TURN_CARDS, move_of, turn_places
from ._observation import BITS, PLANES, Observation, choice, observation_of

Predict = Callable[[Any, Any, Any], Any]
_BOARD = 13


class NetworkBot:
    """Plays the legal action with the highest score; of equal ones the first.

    predict: (observations, scalars, masks) -> scores. The arguments are NumPy arrays as in `VectorEnv`, one
        row for each decision: (n, 3 seats + 4, 54), (n, 4 + seats), (n, actions). So are the scores:
        (n, actions).
    actions, obs: those of the `VectorEnv` with which it was trained.
    fantasyland: "play": hands in Fantasyland, and others dealt all at once, are decided card by card.
        "solve": `solve_fantasyland` sets them, as it always does for actions="turn".
    name: in reports.

    In `duel` and `simulate` it is asked for the decisions of many hands at once. OfcError for scores that are
    no such array, or not finite where an action is legal.

    >>> first = NetworkBot(lambda observations, scalars, masks: masks.astype(float))
    >>> first.act(Position("pineapple", "Qh/7h7d/AsKs", "8c Td 4h"))
    Move('Td@t 8c@t x4h')
    """

    def __init__(
        self,
        predict: Predict,
        *,
        actions: str = CARD,
        obs: str = PLANES,
        fantasyland: str | None = None,
        name: str = "network",
    ) -> None:
        if not callable(predict):
            raise TypeError(
                f"predict is a function of observations, scalars and masks, not {type(predict).__name__}"
            )
        self.predict, self.name = predict, name
        self.actions = choice("actions", actions, tuple(ACTIONS))
        self.obs = choice("obs", obs, (PLANES, BITS))
        default = "solve" if actions == TURN else "play"
        self.fantasyland = choice("fantasyland", fantasyland or default, ("play", "solve"))
        if actions == TURN and self.fantasyland == "play":
            raise OfcError(
                "fantasyland = 'play': an action by turns sends five cards at most; it must be 'solve'"
            )

    def act(self, observation: Position) -> Move:
        """The move of the highest scores; IllegalMove where there is none."""
        return self.act_many([observation])[0]

    def act_many(self, observations: Sequence[Position]) -> list[Move]:
        """The move for each position; `predict` is called once per card or turn of all of them."""
        moves: list[Move | None] = [None] * len(observations)
        open_ones: dict[int, list[int]] = {}
        for i, seen in enumerate(observations):
            check_turn(seen)
            if seen.to_place == _BOARD and self.fantasyland == "solve":
                moves[i] = set_at_once(seen)
            elif self.actions == TURN and len(seen.draw) > TURN_CARDS:
                raise OfcError(
                    f"{len(seen.draw)} cards are drawn; an action by turns sends {TURN_CARDS} at most"
                )
            else:
                open_ones[i] = []
        while open_ones:
            chosen = self._choose([self._seen(observations[i], places) for i, places in open_ones.items()])
            for (i, places), action in zip(list(open_ones.items()), chosen, strict=True):
                draw = observations[i].draw
                places += [action] if self.actions == CARD else turn_places(action, len(draw))
                if len(places) == len(draw):
                    moves[i] = _announced(observations[i], move_of(draw, places))
                    del open_ones[i]
        return [move for move in moves if move is not None]

    def _seen(self, position: Position, places: Sequence[int]) -> Observation:
        placed = move_of(position.draw[: len(places)], places) if places else None
        return observation_of(position, placed, actions=self.actions, obs=self.obs)

    def _choose(self, seen: Sequence[Observation]) -> list[int]:
        """The legal action with the highest score for each observation, by size of table."""
        import numpy as np

        chosen = [0] * len(seen)
        for shape in {one.scalars.shape for one in seen}:
            rows = [i for i, one in enumerate(seen) if one.scalars.shape == shape]
            cards, scalars, masks = (np.stack(part) for part in zip(*[seen[i] for i in rows], strict=True))
            scores = np.asarray(self.predict(cards, scalars, masks))
            if scores.shape != masks.shape or scores.dtype.kind not in "fiu":
                raise OfcError(
                    f"predict gave {scores.dtype} of shape {scores.shape}; it must be numbers {masks.shape}"
                )
            if not np.isfinite(scores[masks]).all():
                raise OfcError("predict gave a score of a legal action that is not finite")
            best = np.where(masks, scores.astype(np.float64), -np.inf).argmax(1)
            for i, action in zip(rows, best.tolist(), strict=True):
                chosen[i] = action
        return chosen

    def __repr__(self) -> str:
        return f"NetworkBot({self.predict!r}, actions={self.actions!r})"


def _announced(position: Position, move: Move) -> Move:
    """In Fantasyland a stay is announced where the rules ask for it."""
    fantasyland = position.rules.fantasyland
    if not position.fantasyland[position.seat] or fantasyland is None or not fantasyland.must_announce:
        return move
    return Move.of(*move.rows, move.discards, stay=True)


class OnnxBot(NetworkBot):
    """A network in an ONNX file, run by onnxruntime (the extra `onnx`).

    path: of a model with the inputs "observations" and "scalars" (and "masks", if it wants them), each as
        float32, and one output, the scores (n, actions). All else is as in `NetworkBot`. Another process to
        which the bot is sent reads the file again.
    """

    def __init__(self, path: str | os.PathLike[str], **options: Any) -> None:
        try:
            from onnxruntime import InferenceSession
        except ImportError:
            raise OfcError("onnxruntime is not installed: python -m pip install ofckit[onnx]") from None
        self.path, self._options = os.fspath(path), options
        if not os.path.isfile(self.path):
            raise OfcError(f"{self.path!r}: there is no such file")
        try:
            self._session = InferenceSession(self.path, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise OfcError(f"{self.path}: onnxruntime cannot read it: {str(error)[:200]}") from None
        self._inputs = [one.name for one in self._session.get_inputs()]
        unknown = set(self._inputs) - {"observations", "scalars", "masks"}
        if unknown or "observations" not in self._inputs:
            raise OfcError(
                f"{self.path}: its inputs are {self._inputs}; they must be observations, scalars, masks"
            )
        super().__init__(self._run, **{"name": os.path.basename(self.path), **options})

    def _run(self, observations: Any, scalars: Any, masks: Any) -> Any:
        given = {"observations": observations, "scalars": scalars, "masks": masks}
        return self._session.run(None, {name: given[name].astype("float32") for name in self._inputs})[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_onnx, (self.path, self._options)

    def __repr__(self) -> str:
        return f"OnnxBot({self.path!r}, actions={self.actions!r})"


def _open_onnx(path: str, options: dict[str, Any]) -> OnnxBot:
    return OnnxBot(path, **options)
