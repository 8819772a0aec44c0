"""The page in a real browser: what is loaded, the first view, a tap, and the first numbers of a hint.

`pytest -s benchmarks/bench_page.py` prints milliseconds: the median, and the worst of all.
"""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median

import pytest

HARNESS = Path(__file__).parents[1] / "tests" / "web" / "conftest.py"
spec = spec_from_file_location("web_harness", HARNESS)
harness = module_from_spec(spec)
spec.loader.exec_module(harness)
_shared, server, browser, open_page = harness._shared, harness.server, harness.browser, harness.open_page

LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({name, decodedBodySize, encodedBodySize}) => [name, decodedBodySize, encodedBodySize])"""
TAPS = """async (n) => {
    const times = [];
    const frame = () => new Promise(requestAnimationFrame);
    for (let i = 0; i < n; i++) {
        await frame();
        const began = performance.now();
        document.querySelector(".mine [data-row=bottom] button.slot").click();
        document.body.offsetHeight;  // the layout, too
        times.push(performance.now() - began);
        await frame();
        document.querySelector("[data-key=back]").click();
    }
    return times;
}"""
FIRST = """() => new Promise((done) => {
    const began = performance.now();
    const seen = () => document.querySelector("#worth .move");
    const look = () => seen() ? done(performance.now() - began) : setTimeout(look, 2);
    document.querySelector("[data-key=hint]").click();
    look();
})"""


def said(what: str, times: list[float]) -> None:
    print(f"\n{what}: median {median(times):.0f}, worst {max(times):.0f} ms of {len(times)}")


@pytest.fixture(autouse=True)
def needs_a_browser() -> None:
    pytest.importorskip("playwright")
    pytest.importorskip("uvicorn")
    if not harness.CHROMIUM:
        pytest.skip("there is no chromium")


def test_first_view(open_page):
    times, sizes = [], []
    for _ in range(7):
        page = open_page()
        page.wait_for_selector("[data-key=deal]")
        times.append(page.evaluate("() => performance.now()"))
        sizes = page.evaluate(LOADED)
    said("first view", times)
    plain, sent = sum(one[1] for one in sizes), sum(one[2] for one in sizes)
    print(f"{plain:,} bytes, {sent:,} as sent, {len(sizes)} files")
    assert plain > 20_000


def test_taps_and_hints(open_page):
    page = open_page(width=360, height=740)
    page.click("[data-key=deal]")
    page.wait_for_selector(".tray .draw .card")
    times = page.evaluate(TAPS, 40)
    said("a tap, until it is laid out", times)
    first = []
    for _ in range(5):
        first.append(page.evaluate(FIRST))
        page.click("[data-key=close-hint]", timeout=60_000)
    said("first numbers of a hint on the first street", first)
    assert len(times) == 40
