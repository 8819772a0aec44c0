"""The named rankings."""

from __future__ import annotations

from .._values import Named
from ._system import Ranking


def _presets() -> dict[str, Ranking]:
    high = Ranking(name="high")
    presets = (
        high,
        Ranking(name="ace-to-five", order="ace-to-five"),
        Ranking(name="eight-or-better", order="ace-to-five", qualify="8"),
        Ranking(name="deuce-to-seven", order="deuce-to-seven"),
        Ranking(name="ace-to-six", order="ace-to-six"),
        Ranking(name="short-36", lowest="6"),
        Ranking(name="stripped-32", lowest="7"),
        Ranking(name="stripped-40", lowest="5"),
        Ranking(name="twenty", lowest="T"),
        Ranking(name="italian-40", lowest="5", unbeatable="italian", suit_order="hdcs"),
        Ranking(name="greek-36", lowest="6", unbeatable="greek", suit_order="hsdc"),
        Ranking(name="one-joker", jokers=1),
        Ranking(name="two-jokers", jokers=2),
        Ranking(name="bug", jokers=1, bug=True),
        Ranking(name="deuces-wild", wild="2"),
        Ranking(name="one-eyed-jacks-wild", wild="Jh Js"),
        Ranking(name="lowest-card-wild", lowest_wild="all"),
        Ranking(name="three-card-poker", size=3),
    )
    return {ranking.name: ranking for ranking in presets}


RANKINGS: Named[Ranking] = Named("ranking", "ofckit.ranking:RANKINGS", _presets)
"""Every named ranking, by name."""
