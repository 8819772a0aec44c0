"""The page to play, analyse, review and score, and the engine behind it.

`ofckit.web.api` takes requests and gives answers as plain data; it knows no network and keeps no state. Two
transports carry the same data: a server (`ofckit serve`, the extra `web`), and Python in the browser itself
(`ofckit web build`). docs/web.md is for hosts.
"""

from ._server import serve
from .api import API_VERSION, LIMITS, answer, stream

__all__ = ["API_VERSION", "LIMITS", "answer", "serve", "stream"]
