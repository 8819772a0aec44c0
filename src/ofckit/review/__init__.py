"""The moves of a history, graded: what each of them lost against the best one, why, and how it adds up."""

from __future__ import annotations

from ._decisions import Decision, decisions
from ._explain import explain
from ._grade import BLUNDER, CERTAIN, ERROR, INACCURACY, KINDS, LABELS, MISTAKE, Grade, grade
from ._review import SHOWN, Leak, Review, Tally, review

__all__ = [
    "BLUNDER",
    "CERTAIN",
    "ERROR",
    "INACCURACY",
    "KINDS",
    "LABELS",
    "MISTAKE",
    "SHOWN",
    "Decision",
    "Grade",
    "Leak",
    "Review",
    "Tally",
    "decisions",
    "explain",
    "grade",
    "review",
]
