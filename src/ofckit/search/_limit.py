"""`Limit`: how much a search may spend."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .._errors import OfcError
from .._values import brief, short_repr

_MOST = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Limit:
    """How much a search may spend; whichever comes first ends it.

    seconds: time. rollouts: hands played out, over all moves; every move gets at least two.
    se: the standard error to reach for the best moves, in points. boards: how large an exact search may be
    (docs/endgame.md says which boards count, and how many are allowed by default).

    `analyse`, `grade` and `review` take seconds, rollouts and se; `value` and `best_moves` seconds and
    boards. Raises OfcError for what is not a limit.
    """

    seconds: float | None = None
    rollouts: int | None = None
    se: float | None = None
    boards: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "se"):
            value = getattr(self, name)
            if value is not None and not (_is_number(value) and 0 < value < _MOST):
                raise OfcError(f"{name} = {brief(value)}: a limit is a number above 0, or None")
        for name in ("rollouts", "boards"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not 0 < value < _MOST):
                raise OfcError(f"{name} = {brief(value)}: a limit is a whole number above 0, or None")
        if not self.given:
            raise OfcError("a limit needs seconds, rollouts, se or boards")

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the limits that are set."""
        return tuple(f.name for f in fields(self) if getattr(self, f.name) is not None)

    __repr__ = short_repr


def read_limit(limit: object, what: str, allowed: tuple[str, ...]) -> Limit | None:
    """A limit as it is, a number as seconds, or None; `what` accepts only the allowed limits."""
    if limit is None:
        return None
    if _is_number(limit):
        return Limit(seconds=limit)  # type: ignore[arg-type]
    if not isinstance(limit, Limit):
        raise TypeError(f"a limit must be a Limit or a number of seconds, not {brief(limit)}")
    for name in limit.given:
        if name not in allowed:
            raise OfcError(f"{name} is not a limit of {what}; it takes {' and '.join(allowed)}")
    return limit


def _is_number(value: object) -> bool:
    return type(value) is float or type(value) is int
