"""The page in a real browser: a server, Debian's Chromium, Playwright; skipped where one is missing."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

import pytest

CHROMIUM = os.environ.get("OFCKIT_CHROMIUM") or shutil.which("chromium") or ""
SWITCHES = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
WAIT = 60.0  # seconds that a server may take to start on a busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here need what a plain run of the tests does not install."""
    try:
        import playwright.sync_api  # noqa: F401 (whether it is there)
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401

        missing = "" if CHROMIUM else "there is no chromium"
    except ImportError as error:
        missing = str(error)
    for item in items:
        if missing and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=missing))


class Running:
    """`ofckit serve` in a process of its own, which can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Begin, and wait until it answers."""
        assert self.process is None
        words = ["-m", "ofckit", "serve", "--no-browser", "--port", str(self.port)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([sys.executable, *words], stdout=log, stderr=log)
        ask, ends = build_opener(ProxyHandler({})).open, time.monotonic() + WAIT
        while True:
            try:
                with ask(self.url, timeout=5):
                    return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                assert time.monotonic() < ends, "the server does not answer"
                time.sleep(0.05)

    def _end(self, how: int) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=WAIT)
            self.process = None

    def stop(self) -> None:
        """End as Ctrl-C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End without a chance to do anything."""
        self._end(signal.SIGKILL)


@pytest.fixture(scope="session")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def server(_shared: Running) -> Running:
    """A server that runs: .url, .stop(), .kill(), .start(); the next test finds it running again."""
    if _shared.process is None:
        _shared.start()
    return _shared


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium with a new profile."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as player:
        found = player.chromium.launch(executable_path=CHROMIUM, headless=True, args=SWITCHES)
        yield found
        found.close()


Opens = Callable[..., Any]


@pytest.fixture
def open_page(server: Running, browser: Any) -> Iterator[Opens]:
    """open_page(path, width, height, dark, **options) -> a page, in a context of its own unless one is given.

    An error on the console of a page, or an exception in it, fails the test at its end; page.forgive(pattern)
    says which were to be expected. seconds: how long a hint searches, a review fifteen times less a decision.
    """
    contexts, wrong, forgiven = [], [], []

    def heard(said: Any) -> None:
        if said.type == "error":
            wrong.append(f"console: {said.text}")

    def open_one(
        path: str = "",
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        context: Any = None,
        url: str = "",
        seconds: float = 5,
        **options: Any,
    ) -> Any:
        if context is None:
            scheme = "dark" if dark else "light"
            size = {"width": width, "height": height}
            context = browser.new_context(viewport=size, color_scheme=scheme, **options)
            contexts.append(context)
        if seconds != 5:
            context.add_init_script(f'localStorage["ofckit/settings"] ??= `{{"seconds": {seconds}}}`;')
        page = context.new_page()
        page.forgive = forgiven.append
        page.on("pageerror", lambda error: wrong.append(f"exception: {error}"))
        page.on(
            "console", lambda said: wrong.append(f"console: {said.text}") if said.type == "error" else None
        )
        page.goto((url or server.url) + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert [one for one in wrong if not any(re.search(pattern, one) for pattern in forgiven)] == []
