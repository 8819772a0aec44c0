"""How a value shows itself in a notebook: the one import from a higher layer, made only when needed."""

from __future__ import annotations


def repr_html(self: object) -> str:
    """The value as HTML, for the last line of a cell; classes take it as their `_repr_html_`."""
    from .html import fragment

    return fragment(self)
