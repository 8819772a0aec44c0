"""The static site in a browser, with the engine itself in WebAssembly: what the worker answers is real.

OFCKIT_SITE is the folder that `ofckit web build` wrote; without it these are skipped.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

SITE = os.environ.get("OFCKIT_SITE", "")
PATIENCE = 240_000  # milliseconds: Python starts slowly on a busy machine
LAST = "ofc1~rules.pineapple~seat.0~turn.0~b0.Qh2h_KhKd6h5d_AsJs9s8s4s~draw.QcJc3c"

pytestmark = pytest.mark.skipif(not SITE, reason="OFCKIT_SITE names no static site")


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, as any host serves them."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the static site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE)) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


def test_a_hand_is_dealt_hinted_and_found_again_offline(open_page: Any, site: str) -> None:
    page = open_page(url=site)
    page.set_default_timeout(PATIENCE)
    page.click("[data-key=deal]")
    page.wait_for_selector(".tray .draw .card")
    page.click("[data-key=hint]")
    page.wait_for_selector("#worth .move .bar")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".tray .draw .card")
    page.context.set_offline(False)


def test_a_link_is_analysed_exactly(open_page: Any, site: str) -> None:
    page = open_page(f"#{LAST}", url=site)
    page.set_default_timeout(PATIENCE)
    page.wait_for_selector(".moves .move")
    assert "exact" in page.inner_text("main")
