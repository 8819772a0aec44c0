"""The page to play, analyse, review and score, and the engine behind it.

`ofckit.web.api` takes requests and gives answers as plain data; it knows no network and keeps no state. Two
transports carry the same data: a server (`ofckit serve`, the extra `web`), and Python in the browser itself
(`ofckit web build`). docs/web.md is for hosts.
"""

from .api import API_VERSION, LIMITS, answer, stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._build import build
    from ._server import serve

__all__ = ["API_VERSION", "LIMITS", "answer", "build", "serve", "stream"]

_HOMES = {"build": "._build", "serve": "._server"}


def __getattr__(name: str) -> object:
    """What needs a network or the disk is loaded when it is asked for; Python in a browser has neither."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name], __name__), name)
