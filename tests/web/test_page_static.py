"""The static site in a browser: the worker's protocol and the service worker, with a stand-in for Pyodide.

The stand-in is a module of JavaScript that answers what the tests ask: the engine itself is tested elsewhere.
"""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import ofckit
from ofckit.web import api, build

PYODIDE = """\
const answers = ANSWERS;
const analysis = ANALYSIS;
export async function loadPyodide() {
  const names = {
    _answer: (name) => JSON.stringify(answers[name] ?? { error: { code: "unknown", message: `no ${name}` } }),
    _Stream: () => {
      let step = 0;
      return {
        next: () => JSON.stringify({ ...analysis, rollouts: ++step, exact: false, done: false }),
        close() {},
        destroy() {},
      };
    },
  };
  return { unpackArchive() {}, runPython() {}, globals: { get: (name) => names[name] } };
}
"""
POSITION = "ofc1~rules.pineapple~seat.0~turn.0~b0.Qh_7h7d3c2s_AsKs9s8s~draw.Td8c4h~discards.5d2c"


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, as any host serves them."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a static site."""
    folder = tmp_path_factory.mktemp("site")
    pyodide = folder / "from"
    pyodide.mkdir()
    wheel = folder / f"ofckit-{ofckit.__version__}-cp313-cp313-pyodide_2025_0_wasm32.whl"
    wheel.write_bytes(b"wheel")
    (pyodide / "pyodide-lock.json").write_text(
        '{"info": {"python": "3.13.2"}, "packages": {}}', encoding="utf-8"
    )
    for name in ("pyodide.asm.wasm", "python_stdlib.zip"):
        (pyodide / name).write_bytes(b"x" * 10_000)
    answers = {
        "about": api.answer("about", {}),
        "rules": api.answer("rules", {"rules": "pineapple"}),
        "match.new": api.answer(
            "match.new",
            {"rules": "pineapple", "seats": [{"name": "You"}, {"name": "Ada", "bot": "policy"}], "seed": 7},
        ),
    }
    analysis = api.answer("hint", {"position": POSITION})
    script = PYODIDE.replace("ANSWERS", json.dumps(answers)).replace("ANALYSIS", json.dumps(analysis))
    (pyodide / "pyodide.mjs").write_text(script, encoding="utf-8")
    build(folder / "site", wheel=wheel, pyodide=pyodide)
    handler = functools.partial(Quiet, directory=str(folder / "site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/"
        running.shutdown()


def kept(page: Any) -> None:
    """Wait until the service worker has everything and serves this page."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_a_match_begins_without_a_server(open_page: Any, site: str) -> None:
    page = open_page(url=site)
    page.click("[data-key=deal]")
    page.wait_for_selector(".tray .draw .card")
    assert page.locator(".loading").count() == 0


def test_answers_improve_and_leaving_ends_them(open_page: Any, site: str) -> None:
    page = open_page(f"#{POSITION}", url=site)
    page.wait_for_selector(".moves .move")
    page.wait_for_function(
        "() => /[3-9]|\\\\d\\\\d/.test(document.querySelector('.panel h2 small').textContent)"
    )
    page.click("[data-key=nav-rules]")
    page.wait_for_selector(".sheet p")  # the worker is free again


def test_an_error_of_the_engine_is_told(open_page: Any, site: str) -> None:
    page = open_page("#review", url=site)
    page.click("[data-key=example]")
    page.wait_for_selector("#notice.shown >> text=no example")


def test_a_second_visit_works_without_a_network(open_page: Any, site: str) -> None:
    page = open_page(url=site)
    page.wait_for_selector("[data-key=deal]")
    kept(page)
    page.context.set_offline(True)
    page.reload()
    page.click("[data-key=deal]")
    page.wait_for_selector(".tray .draw .card")
    page.goto(site + "#rules")
    page.wait_for_selector(".sheet p")
    page.context.set_offline(False)
